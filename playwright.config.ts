import { defineConfig } from '@playwright/test'

/** Journeys through the whole product in a real browser, against a local cloud of their own. */
export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '*.journey.ts',
  globalSetup: './test/journeys/setup/start-cloud.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  // One at a time: journeys move the clock and hold webhooks, which all of them share.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // Chromium's sandbox cannot be set up by root, as which containers run.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
})
