import { resolve } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { folderVariable, runFiles } from '#bin/tasks/mutate/run-files.ts'
import { instrument } from '#bin/tasks/mutate/sites.ts'

const root = resolve(import.meta.dirname, '../..')
const targets = new Set(runFiles(process.env[folderVariable] ?? '').targets())

/** Makes the guards of the chosen files switchable. The files themselves stay as they are. */
const guards = {
  name: 'switchable-guards',
  enforce: 'pre' as const,
  transform(source: string, id: string) {
    const file = id.slice(root.length + 1).replaceAll('\\', '/')
    return targets.has(file) ? { code: instrument(file, source).code, map: null } : undefined
  },
}

const wanted: readonly unknown[] = ['unit', 'rules', 'reliability']

const projects = (base.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project && wanted.includes(project.test?.name)
    ? [
        mergeConfig(project, {
          extends: false,
          root,
          plugins: [guards],
          test: {
            runner: resolve(import.meta.dirname, 'runner.ts'),
            testTimeout: 20_000,
            hookTimeout: 30_000,
          },
        }),
      ]
    : [],
)

export default defineConfig({
  root,
  // The order is the same in each run, so that a run can be compared with the one before.
  test: { projects, fileParallelism: false, maxWorkers: 1, sequence: { shuffle: false } },
})
