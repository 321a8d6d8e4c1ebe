import { createHash } from 'node:crypto'
import { watch } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { build } from 'vite'
import { buildFont } from './build-font.ts'
import { writePartsPage } from './parts-page.ts'
import { prerenderPages } from './prerender.ts'
import { clientConfig, serverConfig } from './vite.config.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const shared = fileURLToPath(new URL('../shared/', import.meta.url))

export interface BuildWebOptions {
  /** Where the site is written; what was there goes. */
  readonly outdir: string
  /** Scheme, host and port under which the site will be at home. Canonical links start with it. */
  readonly origin?: string
  /** Adds `/_local/ui`, the page of all parts of the design, for development. */
  readonly withParts?: boolean
}

/** Builds the site: the app, the boot script, the heading typeface and the prerendered public pages. */
export const buildWeb = async ({
  outdir,
  origin = 'http://localhost:3000',
  withParts = false,
}: BuildWebOptions): Promise<void> => {
  const out = resolve(outdir)
  const draft = `${out}-draft`
  // A new folder each time: Node keeps modules by their address, and a rebuild must not meet the old ones.
  const serverOut = `${out}-prerender-${Date.now()}`
  try {
    await Promise.all([build(clientConfig(draft, origin, withParts)), build(serverConfig(serverOut, origin))])
    const [font, boot] = await Promise.all([buildFont(draft), buildBoot(draft)])
    await prerenderPages({ outdir: draft, server: join(serverOut, 'entry-server.mjs'), font, boot })
    if (withParts) await writePartsPage(draft, font)
  } finally {
    await rm(serverOut, { recursive: true, force: true })
  }
  await rm(join(draft, 'manifest.json'))
  // The site changes in one go, and only once the new one is whole.
  await rm(out, { recursive: true, force: true })
  await rename(draft, out)
}

/** The boot script stands alone: sharing a file with the app would cost public pages a second request. */
const buildBoot = async (outdir: string): Promise<string> => {
  const { outputFiles } = await bundle({
    entryPoints: [join(folder, 'src/app/boot.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const [script] = outputFiles
  if (!script) throw new Error('esbuild wrote no boot script')
  const href = `/assets/boot-${createHash('sha256').update(script.contents).digest('base64url').slice(0, 8)}.js`
  await mkdir(join(outdir, 'assets'), { recursive: true })
  await writeFile(join(outdir, href), script.contents)
  return href
}

export interface WatchWebOptions extends BuildWebOptions {
  /** After each rebuild; a rebuild that failed passes what went wrong and leaves the last good site alone. */
  readonly onRebuilt: (failure?: unknown) => void
}

/**
 * Rebuilds the site whenever a file of `web/` or `shared/` changes. Changes that come during a rebuild are
 * taken together in the next one. Returns the way to stop watching.
 */
export const watchWeb = ({ onRebuilt, ...options }: WatchWebOptions): (() => void) => {
  let building = false
  let again = false
  let timer: NodeJS.Timeout | undefined
  const rebuild = async (): Promise<void> => {
    if (building) {
      again = true
      return
    }
    building = true
    await buildWeb(options).then(() => onRebuilt(), onRebuilt)
    building = false
    if (again) {
      again = false
      await rebuild()
    }
  }
  const changed = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void rebuild(), 60)
  }
  const watchers = [folder, shared].map((path) => watch(path, { recursive: true }, changed))
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
