import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { say, succeeds } from './shell.mjs'

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/**
 * Returns whether the installation is up to date: npm writes node_modules/.package-lock.json when it is complete, and
 * that file then lists every package of the lock file in its version. Optional packages may be for other platforms.
 */
const upToDate = (root) => {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = packagesIn(record)
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, wanted]) => path === '' || wanted.optional || installed[path]?.version === wanted.version,
  )
}

/** Runs `npm ci` unless node_modules already matches package-lock.json. */
export const ensurePackages = (root) => {
  if (upToDate(root)) return
  say('Installing npm packages (about a minute, once)')
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  if (!succeeds('npm', args, { cwd: root }))
    throw new Error('The npm packages could not be installed. See the messages from npm above.')
}
