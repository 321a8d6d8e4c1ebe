import { join } from 'node:path'
import { bundleFunctions } from '../../lib/bundle-functions.ts'
import { functions } from '../../lib/functions.ts'
import { createBundler, type Bundler } from './bundler.ts'
import { forget, isDone, noteDone } from './cached.ts'
import { cacheFolder, hashOf } from './hash.ts'
import { burstMs, debounced, isSource, watchFolders, type Stop } from './watch.ts'

export const bundlesFolder = join(cacheFolder, 'functions')

const name = 'functions'
const sources = ['services', 'shared', 'lib/bundle-functions.ts', 'lib/functions.ts', 'package-lock.json']

/** The bundles of all functions on the disk. What cannot be bundled is reported. */
export interface Bundles extends Omit<Bundler, 'outdate'> {
  /** Has functions bundled anew at their next call once sources have changed, and tells that they have. */
  watch(onChanged: () => void): Stop
}

export const openBundles = async (): Promise<Bundles> => {
  const work = { name, key: await hashOf(sources, isSource), result: bundlesFolder }
  const current = await isDone(work)
  if (!current) await forget(name)
  const bundler = createBundler({
    names: functions.map((definition) => definition.name),
    current,
    bundle: (names) => bundleFunctions({ outdir: bundlesFolder, names }),
    onFailure: (functionName, error) => console.error(`${functionName} could not be bundled:`, error),
  })
  return {
    ...bundler,
    fill: async () => {
      const filled = await bundler.fill()
      if (filled) await noteDone(work)
      return filled
    },
    watch: (onChanged) =>
      watchFolders(
        ['services', 'shared'],
        debounced(burstMs, () => {
          bundler.outdate()
          // Without the note the next start bundles anew; that it could not be deleted would show there.
          void forget(name)
          onChanged()
        }),
      ),
  }
}
