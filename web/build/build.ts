import { createHash } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build as bundle } from 'esbuild'
import { build } from 'vite'
import type * as entryServer from '#web/app/entry-server.tsx'
import { browsers } from './browsers.ts'
import { bundleEarlyRows } from './early-rows.ts'
import { answersToReview } from './faq-review.ts'
import { buildFont } from './font.ts'
import { writeGalleryPage } from './gallery-page.ts'
import { prerenderPages, type RenderedSite, renderSite } from './prerender.ts'
import { clientConfig, serverConfig } from './vite.config.ts'
import { whenAllEnd } from './when-all-end.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

export interface BuildWebOptions {
  /** The output folder. Its earlier content is replaced. */
  readonly outdir: string
  /** Scheme, host and port of the deployed site. Canonical links start with it. */
  readonly origin?: string
  /** Adds `/_local/ui`, the component gallery, for development. */
  readonly withGallery?: boolean
  /** Day of the build. FAQ answers that were last checked more than six months before it are listed. */
  readonly today?: Date
}

/** Builds the site: the app, the boot script, the heading typeface and the prerendered public pages. */
export const buildWeb = async ({
  outdir,
  origin = 'http://localhost:3000',
  withGallery = false,
  today = new Date(),
}: BuildWebOptions): Promise<void> => {
  const overdue = answersToReview(today)
  if (overdue.length > 0)
    process.stderr.write(`FAQ answers last checked more than six months ago: ${overdue.join(', ')}\n`)
  // Tests set this to 'test', which would build for development.
  process.env.NODE_ENV = 'production'
  const out = resolve(outdir)
  // New folders each time: another build may be running, and Node caches modules by their path.
  const run = `${process.pid}-${Date.now()}`
  const draft = `${out}-draft-${run}`
  const serverOut = `${out}-prerender-${run}`
  try {
    const [rendered, bootScript, rowsScript] = await whenAllEnd([
      renderPages(serverOut, origin),
      bundleBoot(),
      bundleEarlyRows(origin),
      build(clientConfig(draft, origin, withGallery)),
    ])
    const [font, boot, earlyRows] = await whenAllEnd([
      buildFont(draft),
      writeScript(draft, 'boot', bootScript),
      writeScript(draft, 'early-rows', rowsScript),
    ])
    await prerenderPages({ outdir: draft, ...rendered, font, boot, earlyRows, origin })
    if (withGallery) await writeGalleryPage(draft, font)
    await rm(join(draft, 'manifest.json'))
    await replaceWith(draft, out, `${out}-former-${run}`)
  } finally {
    await Promise.all([serverOut, draft].map((path) => rm(path, { recursive: true, force: true })))
  }
}

/** Replaces the site in one step, after the new one is complete. */
const replaceWith = async (draft: string, out: string, former: string): Promise<void> => {
  // There is no earlier site at the first build. Any other problem makes the next line fail.
  await rename(out, former).catch(() => undefined)
  await rename(draft, out)
  await rm(former, { recursive: true, force: true })
}

/** Builds and loads the code that prerenders pages, and renders them. */
const renderPages = async (outdir: string, origin: string): Promise<RenderedSite> => {
  await build(serverConfig(outdir, origin))
  const site: typeof entryServer = await import(pathToFileURL(join(outdir, 'entry-server.mjs')).href)
  return renderSite(site)
}

/** Bundles the boot script on its own. A file shared with the app would cost public pages a second request. */
const bundleBoot = async (): Promise<Uint8Array> => {
  const { outputFiles } = await bundle({
    entryPoints: [join(folder, 'src/app/boot.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: browsers,
    write: false,
  })
  const [script] = outputFiles
  if (!script) throw new Error('esbuild wrote no boot script')
  return script.contents
}

/** Writes a script and returns its address. */
const writeScript = async (outdir: string, name: string, script: Uint8Array | string): Promise<string> => {
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8)
  const href = `/assets/${name}-${hash}.js`
  await mkdir(join(outdir, 'assets'), { recursive: true })
  await writeFile(join(outdir, href), script)
  return href
}
