import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from './hash.ts'

/** A cached build result, with the fingerprint of its sources. */
export interface CachedTask {
  readonly name: string
  /** Fingerprint of the sources. */
  readonly key: string
  /** Path of the result. */
  readonly result: string
}

const keyFile = (name: string): string => join(cacheFolder, `${name}.key`)

/** Marks a result as outdated, so that the next start builds it again. */
export const invalidate = (name: string): Promise<void> => rm(keyFile(name), { force: true })

/** Reports whether the result exists and matches the sources. */
export const isUpToDate = async ({ name, key, result }: CachedTask): Promise<boolean> => {
  try {
    await access(result)
    return (await readFile(keyFile(name), 'utf8')) === key
  } catch {
    // The result or its recorded key is missing.
    return false
  }
}

/** Records that the result matches the sources. */
export const recordDone = async ({ name, key }: CachedTask): Promise<void> => {
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(keyFile(name), key)
}

/** Runs a build only if its sources have changed or its result is missing. Failed builds run again. */
export const buildIfChanged = async (task: CachedTask, build: () => Promise<unknown>): Promise<boolean> => {
  if (await isUpToDate(task)) return false
  await invalidate(task.name)
  await build()
  await recordDone(task)
  return true
}
