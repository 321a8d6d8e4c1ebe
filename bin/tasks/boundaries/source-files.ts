import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const excludedFolders = new Set([
  'node_modules',
  'dist',
  'cdk.out',
  'coverage',
  'test-results',
  'playwright-report',
])

/** Returns the project's source files below `root`, as relative paths with forward slashes. */
export const sourceFiles = (root: string, folder = ''): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory())
      return excludedFolders.has(entry.name) || entry.name.startsWith('.') ? [] : sourceFiles(root, path)
    return /\.(?:ts|tsx|mjs)$/.test(entry.name) ? [path] : []
  })
