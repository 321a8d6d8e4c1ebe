import { defineConfig } from '@playwright/test'
import { journeysAlone } from './test/kit/journeys-alone.ts'

/**
 * In `npm test`, the project `alone` is a teardown, so that it runs even if another journey has failed. A teardown would
 * also follow the run of a single file, so other runs have a dependency instead.
 */
const isCompleteRun = process.env.JOURNEYS === 'all'

/** Journeys through the whole product in a real browser, against a local cloud of their own. */
export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '*.journey.ts',
  globalSetup: './test/journeys/setup/start-cloud.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  projects: [
    { name: 'journeys', testIgnore: journeysAlone, ...(isCompleteRun ? { teardown: 'alone' } : {}) },
    { name: 'alone', testMatch: journeysAlone, dependencies: isCompleteRun ? [] : ['journeys'], workers: 1 },
  ],
  // A busy machine takes several times as long as an idle one.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    // A trace of every journey takes a seventh of their processor time. `--trace on` records those of a single run.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        // A request to another host fails at once, and never leaves this machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1',
        // Containers run as root, for whom Chromium's sandbox cannot be set up.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
})
