import { defineConfig } from 'vitest/config'

const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000_000)

/**
 * Files share one process, one after the other, and load what they import once: a quarter of the time. They keep
 * nothing in modules that another file could trip over.
 */
const inOneProcess = { isolate: false, fileParallelism: false }

/** Tests of what is deployed talk to one local cloud, which they share: one file at a time. */
const onTheLocalCloud = {
  globalSetup: ['test/kit/vitest/start-cloud.ts'],
  setupFiles: ['test/kit/vitest/use-cloud.ts'],
  ...inOneProcess,
  // Other work on the machine has held a test up for 18 seconds; one that hangs still ends.
  testTimeout: 60_000,
  hookTimeout: 60_000,
}

const unitTests = { testTimeout: 20_000, restoreMocks: true, unstubGlobals: true }

export default defineConfig({
  test: {
    allowOnly: false,
    // Files and tests run in another order each time; TEST_SEED=<n> brings one back.
    sequence: { shuffle: true, seed },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{shared,local,lib,services/platform}/**/*.test.ts', 'test/kit/**/*.test.ts'],
          ...inOneProcess,
          setupFiles: ['test/kit/vitest/fresh-modules.ts'],
          ...unitTests,
        },
      },
      // The app keeps what a browser's tab would keep (who is signed in, what time it is): each file has a tab of its own.
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['test/kit/vitest/patient.ts'],
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
      // Run by `npm run localstack` alone, against an emulator that somebody else made.
      {
        extends: true,
        test: { name: 'emulator', include: ['test/emulator/**/*.test.ts'], testTimeout: 60_000 },
      },
      // Looks at what the operations' tests left behind, so it comes after them.
      { extends: true, test: { name: 'permissions', include: ['test/permissions/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'operations',
          include: [
            'services/!(platform)/**/*.test.ts',
            'test/security/**/*.test.ts',
            'test/reliability/memory-dynamodb.test.ts',
          ],
          ...onTheLocalCloud,
        },
      },
      // The functions' own code on a table in memory: thousands of steps, and no cloud.
      {
        extends: true,
        test: {
          name: 'reliability',
          include: ['test/reliability/{billing-model,deletion,interleavings}.test.ts'],
        },
      },
    ],
  },
})
