import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from './hash.ts'

/** Does work again only when its key has changed or its result is gone; failed work is not remembered. */
export const unlessUnchanged = async (
  { name, key, result }: { name: string; key: string; result: string },
  work: () => Promise<unknown>,
): Promise<boolean> => {
  const note = join(cacheFolder, `${name}.key`)
  try {
    await access(result)
    if ((await readFile(note, 'utf8')) === key) return false
  } catch {
    // No result or no note of it: the work has to be done.
  }
  await rm(note, { force: true })
  await work()
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(note, key)
  return true
}
