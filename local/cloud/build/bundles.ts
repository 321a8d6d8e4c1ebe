import { join } from 'node:path'
import { bundleFunctions, bundleSources } from '#lib/bundle-functions.ts'
import { functions } from '#lib/functions.ts'
import { Bundler } from './bundler.ts'
import { invalidate, isUpToDate, recordDone } from './cached.ts'
import { cacheFolder, hashOf } from './hash.ts'
import { burstMs, debounced, isSource, watchFolders, type Stop } from './watch.ts'

export const bundlesFolder = join(cacheFolder, 'functions')

const name = 'functions'

/** The bundles of all functions on disk. Failures are logged. */
export interface Bundles extends Pick<Bundler, 'whenReady' | 'prepare' | 'bundleAll' | 'stop'> {
  /** Watches the sources. After a change, functions are bundled again at their next call. */
  watch(onChanged: () => void): Stop
}

export const openBundles = async (): Promise<Bundles> => {
  const task = { name, key: await hashOf(bundleSources, isSource), result: bundlesFolder }
  const upToDate = await isUpToDate(task)
  if (!upToDate) await invalidate(name)
  const bundler = new Bundler({
    names: functions.map((definition) => definition.name),
    upToDate,
    bundle: (names) => bundleFunctions({ outdir: bundlesFolder, names }),
    onFailure: (functionName, error) => console.error(`${functionName} could not be bundled:`, error),
  })
  let changed = false
  return {
    whenReady: (functionName) => bundler.whenReady(functionName),
    prepare: (names) => bundler.prepare(names),
    stop: () => bundler.stop(),
    bundleAll: async () => {
      const complete = await bundler.bundleAll()
      if (complete) await recordDone(task)
      // The sources changed while the record was being written.
      if (changed) await invalidate(name)
      return complete
    },
    watch: (onChanged) =>
      watchFolders(
        ['services', 'shared'],
        debounced(burstMs, () => {
          changed = true
          bundler.invalidate()
          invalidate(name).catch((error: unknown) =>
            console.error('Outdated bundles could not be marked:', error),
          )
          onChanged()
        }),
      ),
  }
}
