import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from './hash.ts'

/** A result on the disk, and the fingerprint of what it was, or is to be, made from. */
export interface Work {
  readonly name: string
  readonly key: string
  /** Path of the result. */
  readonly result: string
}

const noteOf = (name: string): string => join(cacheFolder, `${name}.key`)

/** Has the work done at the next start, whatever the sources are then: its result is no longer made from its key. */
export const forget = (name: string): Promise<void> => rm(noteOf(name), { force: true })

/** Whether the result is there and was made from these very sources. */
export const isDone = async ({ name, key, result }: Work): Promise<boolean> => {
  try {
    await access(result)
    return (await readFile(noteOf(name), 'utf8')) === key
  } catch {
    // No result or no note of it: the work has to be done.
    return false
  }
}

/** Notes that the result is now made from its key. */
export const noteDone = async ({ name, key }: Work): Promise<void> => {
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(noteOf(name), key)
}

/** Does work again only when its key has changed or its result is gone; failed work is not remembered. */
export const unlessUnchanged = async (work: Work, act: () => Promise<unknown>): Promise<boolean> => {
  if (await isDone(work)) return false
  await forget(work.name)
  await act()
  await noteDone(work)
  return true
}
