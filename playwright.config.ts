import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Two browsers on two cores: what only lacked time passes at the second try, and is listed as flaky.
  retries: 1,
  timeout: 60_000,
  reporter: [['list']],
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    viewport: { width: 1280, height: 900 },
    // Still by default, so that no test waits for a movement; the tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      // As root, and in containers, Chromium's own sandbox cannot start; the pages are ours alone.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
})
