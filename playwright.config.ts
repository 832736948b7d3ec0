import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS } from './scripts/chromium-args.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Two browsers on two cores: what only lacked time passes at the second try, and is listed as flaky.
  retries: 1,
  timeout: 60_000,
  globalTimeout: 30 * 60_000,
  reporter: [['list']],
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    viewport: { width: 1280, height: 900 },
    // Still by default, so that no test waits for a movement; the tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: CHROMIUM_ARGS,
    },
  },
})
