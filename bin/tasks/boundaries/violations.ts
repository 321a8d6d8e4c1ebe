import { posix } from 'node:path'
import type { ImportGraph } from './imports.ts'
import { mayImport, packageViolation } from './zones.ts'

const source = /\.(?:ts|tsx|mjs)$/

/** Returns one sentence for each import that crosses a boundary. */
export const boundaryViolations = (graph: ImportGraph): string[] =>
  [...graph].flatMap(([file, imports]) =>
    imports.flatMap(({ specifier, target, typeOnly, line }) => {
      const at = `${file}:${line} imports ${target ?? specifier}`
      if (target === undefined) {
        const violation = packageViolation(file, specifier, typeOnly)
        return violation === undefined ? [] : [`${at}: ${violation}`]
      }
      if (target.startsWith('..')) return [`${at}: it is outside the project`]
      if (posix.extname(target) === '') return [`${at}: the file's extension is missing`]
      if (source.test(target) && !graph.has(target)) return [`${at}: there is no such file`]
      return mayImport(file, target) ? [] : [at]
    }),
  )

/** Returns import cycles, each once, as the path back to its first file. Type-only imports count. */
export const cycles = (graph: ImportGraph): string[] => {
  const found = new Map<string, string>()
  const finished = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file)
    if (start !== -1) {
      const cycle = path.slice(start)
      found.set([...cycle].sort().join(' '), [...cycle, file].join(' → '))
      return
    }
    if (finished.has(file)) return
    for (const { target } of graph.get(file) ?? []) if (target !== undefined) visit(target, [...path, file])
    finished.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return [...found.values()]
}
