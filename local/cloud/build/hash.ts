import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareCodeUnits } from '#shared/rules/compare-code-units.ts'

export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url))
/** Files that the local cloud writes. They can be deleted at any time. */
export const cacheFolder = join(projectRoot, '.cache', 'local')

const filesIn = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { withFileTypes: true, recursive: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/**
 * Returns a path relative to the project, such as `/lib/stacks/web.ts`, so that patterns cannot match folders above the
 * project.
 */
export const pathInProject = (file: string, projectFolder = projectRoot): string =>
  `/${relative(projectFolder, file).replaceAll('\\', '/')}`

/**
 * Hashes the paths and contents of files and folders, relative to the project's root. `keep` selects files by their
 * path in the project.
 */
export const hashOf = async (
  roots: readonly string[],
  keep: (path: string) => boolean = () => true,
  projectFolder = projectRoot,
): Promise<string> => {
  const lists = await Promise.all(roots.map((root) => filesIn(join(projectFolder, root))))
  const files = lists
    .flat()
    .map((file) => ({ file, path: pathInProject(file, projectFolder) }))
    .filter(({ path }) => keep(path))
    .toSorted((a, b) => compareCodeUnits(a.path, b.path))
  const contents = await Promise.all(files.map(({ file }) => readFile(file)))
  const hash = createHash('sha256')
  for (const [at, { path }] of files.entries()) {
    const content = contents[at] ?? Buffer.alloc(0)
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
