import { join } from 'node:path'
import { placeholders } from './assembly.ts'
import { forget, unlessUnchanged } from './cached.ts'
import { cacheFolder, hashOf, projectRoot } from './hash.ts'
import { isSource, rebuilds, watchFolders, type Stop } from './watch.ts'

export const siteFolder = join(projectRoot, 'dist', 'web')
const rehearsalFolder = join(cacheFolder, 'site-rehearsal')

/** A file of the site with its address in place: the pages are built once for all ports. */
export const atItsAddress = (content: Buffer, contentType: string, site: string): Buffer =>
  /^(?:text|application)\/(?!octet-stream)/.test(contentType) && content.includes(placeholders.site)
    ? Buffer.from(content.toString().replaceAll(placeholders.site, site))
    : content

/**
 * Builds the pages, unless they are as they were. Vite is loaded only when it is needed. A build that fails is
 * reported and stops nothing: the functions work without pages, and the next change builds them again.
 */
export const buildSite = async (): Promise<void> => {
  try {
    const key = await hashOf(['web', 'shared', 'package-lock.json'], isSource)
    await unlessUnchanged({ name: 'site', key, result: join(siteFolder, 'index.html') }, async () => {
      const { buildWeb } = await import('../../web/build.ts')
      await buildWeb({ outdir: siteFolder, origin: placeholders.site })
    })
  } catch (error) {
    console.error('The pages could not be built:', error)
  }
}

/**
 * Builds the pages again whenever a source changes; a build that failed leaves the last good ones alone. The build
 * ahead of the first change goes nowhere. Returns the way to stop.
 */
export const watchSite = (onBuilt: (failure?: unknown) => void): Stop => {
  const { changed, stop } = rebuilds(async (ahead) => {
    try {
      const { buildWeb } = await import('../../web/build.ts')
      if (!ahead) await forget('site')
      await buildWeb({ outdir: ahead ? rehearsalFolder : siteFolder, origin: placeholders.site })
      if (!ahead) onBuilt()
    } catch (failure) {
      onBuilt(failure)
    }
  })
  const stopWatching = watchFolders(['web', 'shared'], changed)
  return () => {
    stopWatching()
    // A build that is under way ends by itself.
    void stop()
  }
}
