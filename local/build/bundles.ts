import { join } from 'node:path'
import { bundleFunctions } from '../../lib/bundle-functions.ts'
import { functions } from '../../lib/functions.ts'
import { Bundler } from './bundler.ts'
import { forget, isDone, noteDone } from './cached.ts'
import { cacheFolder, hashOf } from './hash.ts'
import { burstMs, debounced, isSource, watchFolders, type Stop } from './watch.ts'

export const bundlesFolder = join(cacheFolder, 'functions')

const name = 'functions'
const sources = ['services', 'shared', 'lib/bundle-functions.ts', 'lib/functions.ts', 'package-lock.json']

/** The bundles of all functions on the disk. What cannot be bundled is reported. */
export interface Bundles extends Pick<Bundler, 'whenReady' | 'prepare' | 'fill' | 'stop'> {
  /** Has functions bundled anew at their next call once sources have changed, and tells that they have. */
  watch(onChanged: () => void): Stop
}

export const openBundles = async (): Promise<Bundles> => {
  const work = { name, key: await hashOf(sources, isSource), result: bundlesFolder }
  const current = await isDone(work)
  if (!current) await forget(name)
  const bundler = new Bundler({
    names: functions.map((definition) => definition.name),
    current,
    bundle: (names) => bundleFunctions({ outdir: bundlesFolder, names }),
    onFailure: (functionName, error) => console.error(`${functionName} could not be bundled:`, error),
  })
  let changed = false
  return {
    whenReady: (functionName) => bundler.whenReady(functionName),
    prepare: (names) => bundler.prepare(names),
    stop: () => bundler.stop(),
    fill: async () => {
      const filled = await bundler.fill()
      if (filled) await noteDone(work)
      // Changed while the note was being written: it is no longer true.
      if (changed) await forget(name)
      return filled
    },
    watch: (onChanged) =>
      watchFolders(
        ['services', 'shared'],
        debounced(burstMs, () => {
          changed = true
          bundler.outdate()
          forget(name).catch((error: unknown) => console.error('The note of the bundles stays:', error))
          onChanged()
        }),
      ),
  }
}
