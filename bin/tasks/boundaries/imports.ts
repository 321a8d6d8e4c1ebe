import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync } from 'vite'

/** `#shared/` → `shared/`, as `imports` in package.json defines them. */
const packageJson: { imports: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
const aliases = Object.entries(packageJson.imports).map(
  ([from, to]) => [from.slice(0, -1), to.slice(2, -1)] as const,
)

/** One `import`, `export … from` or `import()` of a file. */
export interface Import {
  /** As written: `../platform/env.ts`, `zod`. */
  readonly specifier: string
  /** Path of the imported file from the project's root; undefined for packages and Node's modules. */
  readonly target: string | undefined
  /** True if only types are imported. */
  readonly typeOnly: boolean
  readonly line: number
}

/** `services/a/b.ts` with `../c.ts` → `services/c.ts`. Removes Vite's queries such as `?raw`. */
const resolve = (from: string, specifier: string): string | undefined => {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path)
  const alias = aliases.find(([prefix]) => path.startsWith(prefix))
  return alias && alias[1] + path.slice(alias[0].length)
}

/** Returns the imports of a source text. `file` is its path from the root, with forward slashes. */
export const importsOf = (file: string, source: string): Import[] => {
  const { module, errors } = parseSync(file, source)
  const [error] = errors
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`)
  const toImport = (specifier: string, typeOnly: boolean, start: number): Import => ({
    specifier,
    target: resolve(file, specifier),
    typeOnly,
    line: source.slice(0, start).split('\n').length,
  })
  const allTypes = (entries: readonly { isType: boolean }[]) =>
    entries.length > 0 && entries.every((entry) => entry.isType)
  return [
    ...module.staticImports.map(({ moduleRequest, entries, start }) =>
      toImport(moduleRequest.value, allTypes(entries), start),
    ),
    ...module.staticExports.flatMap(({ entries, start }) => {
      const from = entries.find((entry) => entry.moduleRequest)?.moduleRequest
      return from ? [toImport(from.value, allTypes(entries), start)] : []
    }),
    ...module.dynamicImports.flatMap(({ moduleRequest, start }) => {
      const literal = /^['"`]([^'"`$]+)['"`]$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1]
      return literal === undefined ? [] : [toImport(literal, false, start)]
    }),
  ]
}

export type ImportGraph = ReadonlyMap<string, readonly Import[]>

export const readImports = (root: string, files: readonly string[]): ImportGraph =>
  new Map(files.map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]))
