import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url))
/** Files that the local cloud writes. They can be deleted at any time. */
export const cacheFolder = join(projectRoot, '.cache', 'local')

const filesIn = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Hashes the paths and contents of files and folders, relative to the project's root. `keep` selects files. */
export const hashOf = async (
  roots: readonly string[],
  keep: (path: string) => boolean = () => true,
): Promise<string> => {
  const lists = await Promise.all(roots.map((root) => filesIn(join(projectRoot, root))))
  const files = lists.flat().filter(keep).toSorted()
  const contents = await Promise.all(files.map((file) => readFile(file)))
  const hash = createHash('sha256')
  for (const [at, file] of files.entries()) {
    const content = contents[at] ?? Buffer.alloc(0)
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
