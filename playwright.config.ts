import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS } from './scripts/chromium-args.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  forbidOnly: true,
  workers: 2,
  // On a busy machine a test may time out; it passes at the second try and is listed as flaky.
  retries: 1,
  timeout: 60_000,
  globalTimeout: 30 * 60_000,
  reporter: [['list']],
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 15_000,
    viewport: { width: 1280, height: 900 },
    // No test waits for an animation; the tests of motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
      args: CHROMIUM_ARGS,
    },
  },
})
