import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOf, projectRoot } from '#local/cloud/build/hash.ts'

/** Entries that no check reads: results of builds and tests, and the history. */
const excluded = new Set([
  '.cache',
  '.git',
  'cdk.out',
  'coverage',
  'dist',
  'node_modules',
  'playwright-report',
  'test-results',
])

/** The packages that are installed. npm writes this file. */
const installed = 'node_modules/.package-lock.json'

/** Hashes everything that decides what the checks find: the project's files, the installed packages, and Node.js. */
export const fingerprint = (): Promise<string> => {
  const entries = readdirSync(projectRoot).filter((name) => !excluded.has(name))
  const packages = existsSync(join(projectRoot, installed)) ? [installed] : []
  const isLog = (path: string) => path.endsWith('.log')
  return hashOf([...entries, ...packages], (path) => !isLog(path))
}

export interface PassedChecks {
  readonly has: (name: string, command: readonly string[]) => boolean
  readonly add: (name: string, command: readonly string[]) => void
}

const defaultFile = join(projectRoot, '.cache', 'passed-checks.json')

const read = (file: string): Record<string, string> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Nothing has passed yet, or the file is incomplete, so every check runs.
    return {}
  }
}

/**
 * Opens the record of the checks that have passed. A check with the same files, packages and command would pass again,
 * so it need not run.
 */
export const openPassedChecks = (sources: string, file = defaultFile): PassedChecks => {
  const keyOf = (command: readonly string[]) =>
    createHash('sha256')
      .update(JSON.stringify([sources, process.version, command]))
      .digest('hex')
  return {
    has: (name, command) => read(file)[name] === keyOf(command),
    add: (name, command) => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ ...read(file), [name]: keyOf(command) }, null, 2))
    },
  }
}
