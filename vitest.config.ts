import { defineConfig } from 'vitest/config'

const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000_000)

/**
 * Runs files one after the other in one process, which loads libraries once: this takes a quarter of the time. Files
 * must keep nothing in modules that could affect another file.
 */
const inOneProcess = { isolate: false, fileParallelism: false }

/** Tests of deployed functions share one local cloud, so one file runs at a time. */
const onTheLocalCloud = {
  globalSetup: ['test/kit/vitest/start-cloud.ts'],
  setupFiles: ['test/kit/vitest/use-cloud.ts'],
  ...inOneProcess,
  // Other work on the machine has delayed a test by 18 seconds. A test that hangs must still end.
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

const unitTests = {
  // Other work on the machine has delayed a test by more than 20 seconds.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  restoreMocks: true,
  unstubGlobals: true,
}

/** Testing Library asks React for its test utilities. Preact has its own. */
const preactInTests = {
  alias: {
    '@testing-library/react': '@testing-library/react/dist/@testing-library/react.esm.js',
    'react-dom/test-utils': 'preact/test-utils',
  },
  server: { deps: { inline: ['@testing-library/react'] } },
}

const inTheBrowser = [
  'test/kit/vitest/stop-timers.ts',
  'web/src/app/effects.ts',
  'test/kit/vitest/long-timeouts.ts',
  'test/kit/vitest/quick-styles.ts',
]

/** Lets handlers run without a cloud. */
const inMemory = ['test/kit/in-memory/environment.ts', 'test/kit/in-memory/no-minimum-duration.ts']

const rulesTests = 'services/**/*.rules.test.ts'

/**
 * The first three listen to other tabs, which every other file in the same process would be. The last loads Zod first.
 */
const testsAlone = [
  'web/src/features/chat/chat-session.test.tsx',
  'web/src/lib/refresh.test.ts',
  'web/src/lib/session.test.ts',
  'web/src/lib/zod-settings.test.ts',
]

export default defineConfig({
  test: {
    allowOnly: false,
    // Files and tests run in another order each time. TEST_SEED=<n> repeats an order.
    sequence: { shuffle: true, seed },
    // The projects share most modules. Each module is transformed once, and again only after a change.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{bin,shared,local,lib,services/platform}/**/*.test.ts', 'test/kit/**/*.test.ts'],
          ...inOneProcess,
          setupFiles: ['test/kit/vitest/fresh-modules.ts', 'test/kit/vitest/fresh-window.ts'],
          ...unitTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          ...preactInTests,
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: testsAlone,
          ...inOneProcess,
          setupFiles: [
            'test/kit/vitest/fresh-modules.ts',
            'test/kit/vitest/fresh-window.ts',
            'test/kit/vitest/one-tab.ts',
            ...inTheBrowser,
          ],
          ...unitTests,
        },
      },
      // Each has a process of its own.
      {
        extends: true,
        test: {
          name: 'web-tabs',
          ...preactInTests,
          include: testsAlone,
          setupFiles: inTheBrowser,
          ...unitTests,
        },
      },
      {
        extends: true,
        test: {
          name: 'infra',
          include: ['test/infra/**/*.test.ts'],
          globalSetup: ['test/infra/assemblies.ts'],
          testTimeout: 60_000,
          ...inOneProcess,
        },
      },
      // Only `npm run localstack` runs these, against an emulator that is not ours.
      {
        extends: true,
        test: { name: 'localstack', include: ['test/localstack/**/*.test.ts'], testTimeout: 60_000 },
      },
      // Only `npm run test:engines` runs these, in Firefox and WebKit.
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['test/engines/**/*.test.ts'],
          ...inOneProcess,
          testTimeout: 150_000,
          hookTimeout: 60_000,
        },
      },
      // Compares permissions with the calls that the tests of the operations recorded, so it runs after them.
      { extends: true, test: { name: 'permissions', include: ['test/permissions/**/*.test.ts'] } },
      // Searches the logs that the projects with a local cloud have stored, so it runs after all of them.
      { extends: true, test: { name: 'logs', include: ['test/logs/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'operations',
          include: ['services/!(platform)/**/*.test.ts', 'test/{cloud,security}/**/*.test.ts'],
          exclude: [rulesTests],
          ...onTheLocalCloud,
        },
      },
      // Runs handlers on a table in memory: rules, rejections, repeats, and the calls of a request.
      {
        extends: true,
        test: {
          name: 'rules',
          include: [rulesTests, 'test/calls/*.test.ts'],
          setupFiles: ['test/kit/vitest/fresh-modules.ts', 'test/kit/in-memory/no-log.ts', ...inMemory],
          ...inOneProcess,
          ...unitTests,
        },
      },
      // Runs the functions' code on a table in memory, without a cloud: thousands of steps.
      {
        extends: true,
        test: {
          name: 'reliability',
          include: ['test/reliability/**/*.test.ts'],
          // Each test lives through months of payments; other work on the machine must not fail it.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          ...inOneProcess,
          setupFiles: [
            'test/kit/vitest/fresh-modules.ts',
            ...inMemory,
            'test/kit/in-memory/in-process-stripe.ts',
            'test/reliability/fuzz/shared-table.ts',
          ],
        },
      },
    ],
  },
})
