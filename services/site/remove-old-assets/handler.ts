import * as z from 'zod/mini'
import { siteFiles, type SiteFiles, type StoredFile } from '#platform/files/site.ts'
import { scheduled } from '#platform/scheduled.ts'
import { log } from '#platform/log.ts'
import { assetsFolder, releasesFolder } from '#shared/values/site-files.ts'
import { type Release, unusedFiles } from './unused.ts'

const releaseFile = z.object({ assets: z.array(z.string()) })

const readRelease = async (file: StoredFile, files: SiteFiles): Promise<Release> => ({
  ...file,
  ...releaseFile.parse(JSON.parse(await files.read(file.key))),
})

/**
 * Deletes assets that the pages of the last seven days do not need. The list of a release is deleted after its assets,
 * so a run that stops halfway is completed by the next one.
 */
export const handle = async (files: SiteFiles, now: Date): Promise<{ removed: number }> => {
  const stored = await files.list(releasesFolder)
  const releases = await Promise.all(stored.map((file) => readRelease(file, files)))
  const unused = unusedFiles(await files.list(assetsFolder), releases, now)
  for (const key of unused) await files.remove(key)
  log.info('old assets removed', { removed: unused.length, releases: releases.length })
  return { removed: unused.length }
}

export const handler = scheduled((now) => handle(siteFiles, now))
