import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FileChange } from './operation.ts'

const inserted = (file: string, before: string, marker: string, text: string): string => {
  const at = before.lastIndexOf(marker)
  if (at < 0) throw new Error(`${file} no longer contains ${JSON.stringify(marker)}`)
  return before.slice(0, at) + text + before.slice(at)
}

/** Writes the changes below `root`. Throws before it overwrites a file. */
export const applyChanges = (root: string, changes: readonly FileChange[]): void => {
  for (const { path, text, how } of changes) {
    const file = join(root, path)
    if (how === 'create') {
      if (existsSync(file)) throw new Error(`${path} exists already`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    } else {
      const before = readFileSync(file, 'utf8')
      writeFileSync(file, how === 'append' ? before + text : inserted(path, before, how.insertBefore, text))
    }
  }
}
