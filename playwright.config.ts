import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 90_000,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 900 },
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      // As root, and in containers, Chromium's own sandbox cannot start; the pages are ours alone.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    },
  },
})
