import { readImports } from './walls/imports.ts'
import { sourceFiles } from './walls/source-files.ts'
import { crossings, cycles } from './walls/violations.ts'

/** Checks every import of the project against the walls, and that no files import each other in a circle. */
const root = process.cwd()
const graph = readImports(root, sourceFiles(root))
const problems = [
  ...crossings(graph),
  ...cycles(graph).map((cycle) => `These files import each other: ${cycle}`),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) console.error('\nWho may import whom: local/tasks/walls/zones.ts')
process.exitCode = problems.length === 0 ? 0 : 1
