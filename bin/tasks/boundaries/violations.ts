import { posix } from 'node:path'
import type { ImportGraph } from './imports.ts'
import { isTestFile, mayImport, packageViolation, zoneOf } from './zones.ts'

const source = /\.(?:ts|tsx|mjs)$/

/** The folder within which imports are relative. Each zone of `services` and `local` is one. */
const areaOf = (file: string): string => {
  const { name, part } = zoneOf(file)
  const [folder = ''] = file.split('/')
  return folder === 'services' || folder === 'local' ? `${name} ${part ?? ''}` : folder
}

/** Files at the root have no alias. */
const leavesArea = (from: string, to: string): boolean =>
  zoneOf(to).name !== 'configuration' && areaOf(from) !== areaOf(to)

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
      if (!mayImport(file, target)) return [at]
      return specifier.startsWith('../') && leavesArea(file, target) ? [`${at}: use an alias`] : []
    }),
  )

/** Returns the cycles of a graph, each once, as the path back to its first node. */
const findCycles = (nodes: Iterable<string>, next: (node: string) => Iterable<string>): string[] => {
  const found = new Map<string, string>()
  const finished = new Set<string>()
  const visit = (node: string, path: readonly string[]) => {
    const start = path.indexOf(node)
    if (start !== -1) {
      const cycle = path.slice(start)
      found.set([...cycle].sort().join(' '), [...cycle, node].join(' → '))
      return
    }
    if (finished.has(node)) return
    for (const other of next(node)) visit(other, [...path, node])
    finished.add(node)
  }
  for (const node of nodes) visit(node, [])
  return [...found.values()]
}

const targetsOf = (graph: ImportGraph, file: string): string[] =>
  (graph.get(file) ?? []).flatMap(({ target }) => target ?? [])

/** Returns import cycles of files. Type-only imports count. */
export const cycles = (graph: ImportGraph): string[] =>
  findCycles(graph.keys(), (file) => targetsOf(graph, file))

/** Returns import cycles of groups of files. Files without a group are skipped. */
const groupCycles = (graph: ImportGraph, groupOf: (file: string) => string | undefined): string[] => {
  const imported = new Map<string, Set<string>>()
  for (const file of graph.keys()) {
    const group = groupOf(file)
    if (group === undefined) continue
    const others = imported.get(group) ?? new Set()
    imported.set(group, others)
    for (const target of targetsOf(graph, file)) {
      const other = graph.has(target) ? groupOf(target) : undefined
      if (other !== undefined && other !== group) others.add(other)
    }
  }
  return findCycles(imported.keys(), (group) => imported.get(group) ?? [])
}

const domainOf = (file: string): string | undefined => {
  const { name, part } = zoneOf(file)
  return name === 'domain' ? part : undefined
}

/** Returns import cycles of domains, which can exist without a cycle of files. */
export const domainCycles = (graph: ImportGraph): string[] => groupCycles(graph, domainOf)

/**
 * Returns the folder of a file, or undefined for a test, which may use a folder that imports its own. For example, S3
 * is tested through the endpoint.
 */
const folderOf = (file: string): string | undefined =>
  isTestFile(file) || file.startsWith('test/') ? undefined : posix.dirname(file)

/** Returns import cycles of folders. Each folder counts by itself, without those inside it. */
export const folderCycles = (graph: ImportGraph): string[] => groupCycles(graph, folderOf)
