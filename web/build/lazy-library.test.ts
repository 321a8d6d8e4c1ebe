import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { isLoadedWithLibrary } from './vite.config.ts'

const folder = fileURLToPath(new URL('../src/features/library', import.meta.url))

test('modules that the library imports on demand are not loaded with it', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  )
  const lazy = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) =>
      join(folder, dirname(file), path),
    ),
  )
  expect(lazy.length).toBeGreaterThan(3)
  expect(lazy.filter(isLoadedWithLibrary), 'name these in `library` in web/build/vite.config.ts').toEqual([])
})
