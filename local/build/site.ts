import { join } from 'node:path'
import { unlessUnchanged } from './cached.ts'
import { hashOf, projectRoot } from './hash.ts'

export const siteFolder = join(projectRoot, 'dist', 'web')

/**
 * Builds the pages, unless they are as they were. Vite is loaded only when it is needed. A build that fails is
 * reported and stops nothing: the functions work without pages, and the next change builds them again.
 */
export const buildSite = async (): Promise<void> => {
  const key = await hashOf(['web', 'shared', 'package-lock.json'], (path) => !path.includes('.test.'))
  const built = unlessUnchanged({ name: 'site', key, result: join(siteFolder, 'index.html') }, async () => {
    const { buildWeb } = await import('../../web/build.ts')
    await buildWeb({ outdir: siteFolder })
  })
  await built.catch((error: unknown) => console.error('The pages could not be built:', error))
}

/** Builds the pages again whenever a source changes. Returns the way to stop. */
export const watchSite = async (onBuilt: (failure?: unknown) => void): Promise<() => void> => {
  const { watchWeb } = await import('../../web/build.ts')
  return watchWeb({ outdir: siteFolder, onRebuilt: onBuilt })
}
