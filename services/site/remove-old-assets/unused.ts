import type { StoredFile } from '#platform/files/site.ts'

/** Days for which the assets of a replaced release are kept, because open tabs still request them. */
const keptDays = 7
const dayMs = 24 * 3600_000

/** A list of the assets that the pages of one deployment need. Each deployment stores one. */
export interface Release extends StoredFile {
  readonly assets: readonly string[]
}

/**
 * Returns the keys of the assets and lists of releases that can be deleted: no release of the last seven days needs
 * them, and they are not part of a deployment that is still uploading. Without a release, nothing can be deleted.
 */
export const unusedFiles = (
  assets: readonly StoredFile[],
  releases: readonly Release[],
  now: Date,
): string[] => {
  const isOld = (time: Date) => now.getTime() - time.getTime() > keptDays * dayMs
  const inOrder = releases.toSorted((a, b) => a.storedAt.getTime() - b.storedAt.getTime())
  if (inOrder.length === 0) return []
  const isReplacedLongAgo = (_: Release, index: number) => {
    const next = inOrder[index + 1]
    return next !== undefined && isOld(next.storedAt)
  }
  const replaced = inOrder.filter(isReplacedLongAgo)
  const needed = new Set(
    inOrder.filter((release) => !replaced.includes(release)).flatMap((one) => one.assets),
  )
  const unused = assets.filter(({ key, storedAt }) => !needed.has(key) && isOld(storedAt))
  return [...unused, ...replaced].map(({ key }) => key)
}
