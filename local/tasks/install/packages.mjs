import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { say, succeeds } from './shell.mjs'

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/**
 * npm writes node_modules/.package-lock.json when an installation is complete. What is installed is up to
 * date when every package that the lock wants, in its version, stands there too. Optional packages are
 * those of other platforms.
 */
const upToDate = (root) => {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = packagesIn(record)
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([path, wanted]) => path === '' || wanted.optional || installed[path]?.version === wanted.version,
  )
}

/** Runs `npm ci` unless node_modules already holds what package-lock.json says. */
export const ensurePackages = (root) => {
  if (upToDate(root)) return
  say('Installing npm packages: about a minute, once')
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  if (!succeeds('npm', args, { cwd: root }))
    throw new Error('The npm packages could not be installed; npm says why above.')
}
