import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { cacheFolder, hashOf } from './hash.ts'
import { isSource } from './watch.ts'

/** A snapshot of the seeded cloud that later starts restore instead of seeding again, which takes seconds. */
export interface SeedFile {
  /** Returns the saved snapshot, or undefined if none was saved or it no longer applies. */
  read(): Promise<Buffer | undefined>
  write(snapshot: Buffer): Promise<void>
}

/** Hashes the sources of the seed and of the functions that create it. */
export const hashOfSeedSources = (): Promise<string> =>
  hashOf(['lib', 'local', 'services', 'shared', 'package-lock.json'], isSource)

/**
 * Opens the file for a cloud with these sources and addresses, because the seeded records contain the addresses. A
 * snapshot is used on the day it was written: later, its subscriptions would soon be due for renewal.
 */
export const openSeedFile = (
  sources: string,
  addresses: readonly string[],
  now: Date,
  path = join(cacheFolder, 'seed'),
): SeedFile => {
  const key = [sources, ...addresses, now.toISOString().slice(0, 10), process.version].join(' ')
  return {
    read: async () => {
      try {
        const saved: { key: string; snapshot: Buffer } = deserialize(await readFile(path))
        return saved.key === key ? saved.snapshot : undefined
      } catch {
        // The file is missing or was written by another version of Node.js. Seeding writes a new one.
        return undefined
      }
    },
    write: async (snapshot) => {
      await mkdir(dirname(path), { recursive: true })
      const draft = `${path}-draft-${process.pid}`
      await writeFile(draft, serialize({ key, snapshot }))
      await rename(draft, path)
    },
  }
}
