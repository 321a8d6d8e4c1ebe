import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const excluded = new Set(['.git', '.cache', 'node_modules', 'dist', 'cdk.out', 'coverage', 'test-results'])

/** Copies the project's sources without build results and links its packages, so that the bench can edit files. */
export const copyOfProject = (root: string): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  for (const name of readdirSync(root))
    if (!excluded.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
