import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { expressionOf, isLoadedWithLibrary, moduleSets } from './chunks.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const filesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('.test.'))
    .map((file) => `/${folder}/${file.replaceAll('\\', '/')}`)

const packagesOf = (folder: string): string[] =>
  readdirSync(join(root, folder)).map((name) => `/${folder}/${name}/`)

const modules = [
  ...['web/src', 'shared'].flatMap(filesOf),
  ...['node_modules', 'node_modules/@radix-ui'].flatMap(packagesOf),
]

describe('the sets of modules', () => {
  test.each(Object.entries(moduleSets))('%s names only modules that exist', (_name, set) => {
    const missing = [...set.modules, ...(set.except ?? [])].filter((path) => {
      const expression = expressionOf([path])
      return !modules.some((module) => expression.test(module))
    })
    expect(missing, 'remove these from web/build/chunks.ts, or correct their names').toEqual([])
  })
})

test('modules that the library imports on demand are not loaded with it', () => {
  const sources = filesOf('web/src/features/library').filter((file) => /\.tsx?$/.test(file))
  const lazy = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/import\('(\.[^']+)'\)/g)].map(([, path = '']) =>
      join(root, dirname(file), path),
    ),
  )
  expect(lazy.length).toBeGreaterThan(3)
  expect(lazy.filter(isLoadedWithLibrary), 'name these in `library` in web/build/chunks.ts').toEqual([])
})
