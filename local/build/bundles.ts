import { watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { createBundler, type Bundler } from '../../lib/bundle-functions.ts'
import { unlessUnchanged } from './cached.ts'
import { cacheFolder, hashOf, projectRoot } from './hash.ts'

export const bundlesFolder = join(cacheFolder, 'functions')

const sources = ['services', 'shared', 'lib/bundle-functions.ts', 'lib/functions.ts', 'package-lock.json']
const isSource = (path: string) => !path.includes('.test.')

const keyOfSources = () => hashOf(sources, isSource)

/** Bundles all functions, unless they are as they were. */
export const buildBundles = async (): Promise<void> => {
  await unlessUnchanged({ name: 'functions', key: await keyOfSources(), result: bundlesFolder }, async () => {
    const bundler = await createBundler({ outdir: bundlesFolder })
    await bundler.rebuild()
    await bundler.dispose()
  })
}

/** Waits for a burst of changes to end before it acts, and acts once for all of them. */
export const debounced = (ms: number, act: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }
}

export const watchFolders = (folders: readonly string[], onChange: (path: string) => void): FSWatcher[] =>
  folders.map((folder) =>
    watch(join(projectRoot, folder), { recursive: true }, (_, name) => {
      if (name && isSource(name)) onChange(join(folder, name))
    }),
  )

/**
 * Bundles again whenever a source changes. The first bundling of a process reads everything, so it is done ahead
 * of the first change. Returns the way to stop.
 */
export const watchBundles = (
  onBundled: (result: { ms: number; changed: boolean } | { failure: unknown }) => void,
): (() => void) => {
  let bundler: Promise<Bundler> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const bundle = async (changed: boolean, earlier: Promise<unknown>) => {
    await earlier
    try {
      bundler ??= createBundler({ outdir: bundlesFolder })
      onBundled({ ...(await (await bundler).rebuild()), changed })
    } catch (failure) {
      onBundled({ failure })
    }
  }
  const rebuild = (changed: boolean) => {
    turn = bundle(changed, turn)
  }
  const primer = setTimeout(() => rebuild(false), 3000).unref()
  const changed = debounced(50, () => rebuild(true))
  const watchers = watchFolders(['services', 'shared'], changed)
  return () => {
    clearTimeout(primer)
    for (const watcher of watchers) watcher.close()
    // A bundling that is under way ends by itself, and esbuild with it.
    void turn.then(async () => (await bundler)?.dispose())
  }
}
