import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const leftOut = new Set(['.git', '.cache', 'node_modules', 'dist', 'cdk.out', 'coverage', 'test-results'])

/**
 * A copy of the project's sources with the same packages and nothing built: files in it can be changed
 * without touching anybody's work.
 */
export const copyOfProject = (root: string): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  for (const name of readdirSync(root))
    if (!leftOut.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
