import { join } from 'node:path'
import { placeholders } from './assembly.ts'
import { buildIfChanged, invalidate } from './cached.ts'
import { cacheFolder, hashOf, projectRoot } from './hash.ts'
import { createRebuilder, isSource, watchFolders, type Stop } from './watch.ts'

export const siteFolder = join(projectRoot, 'dist', 'web')
const warmUpFolder = join(cacheFolder, 'site-warm-up')

/**
 * Replaces the placeholder in a file of the site with the site's address, because the pages are built once for all
 * ports.
 */
export const withSiteAddress = (content: Buffer, contentType: string, site: string): Buffer =>
  /^(?:text|application)\/(?!octet-stream)/.test(contentType) && content.includes(placeholders.site)
    ? Buffer.from(content.toString().replaceAll(placeholders.site, site))
    : content

/**
 * Builds the pages if their sources have changed. Loads Vite only if needed. A failure is logged and does not stop
 * the start: the functions work without pages, and the next change builds them again.
 */
export const buildSite = async (): Promise<void> => {
  try {
    const key = await hashOf(['web', 'shared', 'package-lock.json'], isSource)
    await buildIfChanged({ name: 'site', key, result: join(siteFolder, 'index.html') }, async () => {
      const { buildWeb } = await import('#web-build/build.ts')
      await buildWeb({ outdir: siteFolder, origin: placeholders.site })
    })
  } catch (error) {
    console.error('The pages could not be built:', error)
  }
}

/**
 * Rebuilds the pages after each change. A failed build keeps the previous pages. The warm-up build is not used. Node.js
 * loads the build itself once, so `onBuildChanged` is called after a change of it. Returns a function that stops
 * watching.
 */
export const watchSite = (onBuilt: (failure?: unknown) => void, onBuildChanged: () => void): Stop => {
  const { changed, stop } = createRebuilder(async (isWarmUp) => {
    try {
      const { buildWeb } = await import('#web-build/build.ts')
      if (!isWarmUp) await invalidate('site')
      await buildWeb({ outdir: isWarmUp ? warmUpFolder : siteFolder, origin: placeholders.site })
      if (!isWarmUp) onBuilt()
    } catch (failure) {
      onBuilt(failure)
    }
  })
  const stopWatching = watchFolders(['web', 'shared'], (path) => {
    if (path.startsWith(join('web', 'build'))) onBuildChanged()
    changed()
  })
  return () => {
    stopWatching()
    // A running build finishes by itself.
    void stop()
  }
}
