import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from './hash.ts'

const noteOf = (name: string): string => join(cacheFolder, `${name}.key`)

/** Has the work done at the next start, whatever the sources are then: its result is no longer made from its key. */
export const forget = (name: string): Promise<void> => rm(noteOf(name), { force: true })

/** Does work again only when its key has changed or its result is gone; failed work is not remembered. */
export const unlessUnchanged = async (
  { name, key, result }: { name: string; key: string; result: string },
  work: () => Promise<unknown>,
): Promise<boolean> => {
  const note = noteOf(name)
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
