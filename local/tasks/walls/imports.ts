import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/** One `import`, `export … from` or `import()` of a file. */
export interface Import {
  /** As written: `../platform/env.ts`, `zod`. */
  readonly specifier: string
  /** The imported file from the root of the project; undefined for packages and Node's own modules. */
  readonly target: string | undefined
  /** Gone at run time: only types are taken. */
  readonly typeOnly: boolean
  readonly line: number
}

/** `services/a/b.ts` with `../c.ts` → `services/c.ts`. Queries of Vite (`?raw`) are no part of the name. */
const resolve = (from: string, specifier: string): string | undefined =>
  specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier.replace(/\?.*$/, '')) : undefined

/** Reads the imports of one source text; `file` is its path from the root, with forward slashes. */
export const importsOf = (file: string, source: string): Import[] => {
  const { module, errors } = parseSync(file, source)
  const [fault] = errors
  if (fault) throw new Error(`${file} cannot be parsed: ${fault.message}`)
  const made = (specifier: string, typeOnly: boolean, start: number): Import => ({
    specifier,
    target: resolve(file, specifier),
    typeOnly,
    line: source.slice(0, start).split('\n').length,
  })
  const allTypes = (entries: readonly { isType: boolean }[]) =>
    entries.length > 0 && entries.every((entry) => entry.isType)
  return [
    ...module.staticImports.map(({ moduleRequest, entries, start }) =>
      made(moduleRequest.value, allTypes(entries), start),
    ),
    ...module.staticExports.flatMap(({ entries, start }) => {
      const from = entries.find((entry) => entry.moduleRequest)?.moduleRequest
      return from ? [made(from.value, allTypes(entries), start)] : []
    }),
    ...module.dynamicImports.flatMap(({ moduleRequest, start }) => {
      const literal = /^['"`]([^'"`$]+)['"`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1]
      return literal === undefined ? [] : [made(literal, false, start)]
    }),
  ]
}

export type ImportGraph = ReadonlyMap<string, readonly Import[]>

export const readImports = (root: string, files: readonly string[]): ImportGraph =>
  new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]))
