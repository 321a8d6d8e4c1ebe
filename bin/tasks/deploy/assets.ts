import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleFunctions, bundleSources, projectRoot } from '#lib/bundle-functions.ts'
import { originPlaceholder } from '#lib/constructs/site-content.ts'
import { functions } from '#lib/functions.ts'
import { buildIfChanged } from '#local/cloud/build/cached.ts'
import { hashOf } from '#local/cloud/build/hash.ts'
import { isSource } from '#local/cloud/build/watch.ts'

export interface Assets {
  readonly functionsFolder: string
  readonly siteFolder: string
}

const folder = join(projectRoot, 'dist', 'cloud')

const buildFunctions = async (functionsFolder: string): Promise<void> => {
  await buildIfChanged(
    { name: 'cloud-functions', key: await hashOf(bundleSources, isSource), result: functionsFolder },
    () => bundleFunctions({ outdir: functionsFolder }),
  )
}

const buildSite = async (siteFolder: string): Promise<void> => {
  const key = await hashOf(['web', 'shared', 'package-lock.json'], isSource)
  await buildIfChanged({ name: 'cloud-site', key, result: join(siteFolder, 'index.html') }, async () => {
    // Loads Vite only if needed.
    const { buildWeb } = await import('#web-build/build.ts')
    await buildWeb({ outdir: siteFolder, origin: originPlaceholder })
  })
}

/** Builds the functions and the pages if their sources have changed. The result is the same for every stage. */
export const buildAssets = async (): Promise<Assets> => {
  const assets = { functionsFolder: join(folder, 'functions'), siteFolder: join(folder, 'web') }
  await buildFunctions(assets.functionsFolder)
  await buildSite(assets.siteFolder)
  return assets
}

const writePlaceholder = async (parent: string, file: string): Promise<void> => {
  await mkdir(parent, { recursive: true })
  await writeFile(join(parent, file), '')
}

/** Writes empty functions and pages, for commands that only need the names of the stacks. */
export const emptyAssets = async (): Promise<Assets> => {
  const assets = { functionsFolder: join(folder, 'empty-functions'), siteFolder: join(folder, 'empty-web') }
  const files = functions.map(({ name }) => writePlaceholder(join(assets.functionsFolder, name), 'index.mjs'))
  await Promise.all([...files, writePlaceholder(join(assets.siteFolder, 'assets'), 'app.js')])
  return assets
}
