import { readImports, type ImportGraph } from '../boundaries/imports.ts'
import { sourceFiles } from '../boundaries/source-files.ts'
import { isTestFile } from '../boundaries/zones.ts'

/** Test files that run without a cloud or a browser. */
const inMemoryTests = [
  /\.rules\.test\.ts$/,
  /^(?:bin|shared|local|lib|services\/platform|test\/kit)\/.*\.test\.ts$/,
  /^test\/reliability\/.*\.test\.ts$/,
]

/** Returns the files that import one of these, directly or through others. Imports of types do not count. */
const dependentsOf = (targets: ReadonlySet<string>, graph: ImportGraph): Set<string> => {
  const importers = new Map<string, string[]>()
  for (const [file, imports] of graph)
    for (const { target, typeOnly } of imports)
      if (target !== undefined && !typeOnly) importers.set(target, [...(importers.get(target) ?? []), file])
  const found = new Set(targets)
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer)
  return found
}

/** Lists the tests in memory that can reach one of these files. */
export const relatedTests = (targets: readonly string[]): string[] => {
  const graph = readImports(process.cwd(), sourceFiles(process.cwd()))
  const dependents = dependentsOf(new Set(targets), graph)
  return [...dependents]
    .filter((file) => isTestFile(file) && inMemoryTests.some((pattern) => pattern.test(file)))
    .toSorted()
}
