import { readImports } from './boundaries/imports.ts'
import { sourceFiles } from './boundaries/source-files.ts'
import { boundaryViolations, cycles, domainCycles, folderCycles } from './boundaries/violations.ts'

/** Checks every import against the boundaries. Reports cycles of files, domains and folders, even of types. */
const root = process.cwd()
const graph = readImports(root, sourceFiles(root))
const problems = [
  ...boundaryViolations(graph),
  ...cycles(graph).map((cycle) => `These files import each other: ${cycle}`),
  ...domainCycles(graph).map((cycle) => `These domains import each other: ${cycle}`),
  ...folderCycles(graph).map((cycle) => `These folders import each other: ${cycle}`),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) console.error('\nThe boundaries are defined in bin/tasks/boundaries/zones.ts')
process.exitCode = problems.length === 0 ? 0 : 1
