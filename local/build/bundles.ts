import { join } from 'node:path'
import { bundleFunctions } from '../../lib/bundle-functions.ts'
import { forget, unlessUnchanged } from './cached.ts'
import { cacheFolder, hashOf } from './hash.ts'
import { burstMs, debounced, isSource, watchFolders, type Stop } from './watch.ts'

export const bundlesFolder = join(cacheFolder, 'functions')

const name = 'functions'
const sources = ['services', 'shared', 'lib/bundle-functions.ts', 'lib/functions.ts', 'package-lock.json']

/** Bundles all functions, unless they are as they were. */
export const buildBundles = async (): Promise<void> => {
  const key = await hashOf(sources, isSource)
  await unlessUnchanged({ name, key, result: bundlesFolder }, () =>
    bundleFunctions({ outdir: bundlesFolder }),
  )
}

/** Bundles one function again. Rejects with esbuild's messages when it cannot; the last good bundle stays. */
const bundleAgain = async (functionName: string): Promise<void> => {
  await forget(name)
  await bundleFunctions({ outdir: bundlesFolder, names: [functionName] })
}

/**
 * Tells that sources have changed, and how a function is bundled again: one takes a quarter of a second, all of
 * them several seconds, so each is bundled when it is next called. Returns the way to stop.
 */
export const watchBundles = (onChanged: (bundle: (functionName: string) => Promise<void>) => void): Stop =>
  watchFolders(
    ['services', 'shared'],
    debounced(burstMs, () => onChanged(bundleAgain)),
  )
