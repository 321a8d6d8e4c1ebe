import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { criticalCss } from './critical-css.ts'
import type * as entryServer from './src/app/entry-server.tsx'

/** The part of Vite's manifest that we read. */
interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

export interface PrerenderOptions {
  readonly outdir: string
  /** The build of `src/app/entry-server.tsx`. */
  readonly server: string
  readonly font: { readonly href: string; readonly css: string }
  /** Address of the boot script. */
  readonly boot: string
}

/** How soon the app is fetched: at once, when the browser is idle, or when somebody is about to need it. */
type Load = 'now' | 'idle' | 'intent'

/** Head elements that React writes before the body. */
const headElements = /^(?:<title>[^]*?<\/title>|<meta [^>]*>|<link [^>]*>)+/

/** Stated first: a page's critical rules may lack a whole layer. The order is that of `tokens.css`. */
const layers = '@layer tokens,base,ui,site,feature;'

const entryKey = 'src/app/entry-client.tsx'

/** A chunk and everything that it imports at once, each once. */
const closure = (manifest: Manifest, keys: readonly string[], seen = new Set<string>()): Set<string> => {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    closure(manifest, manifest[key]?.imports ?? [], seen)
  }
  return seen
}

const filesOf = (manifest: Manifest, keys: Iterable<string>) => {
  const chunks = [...keys].flatMap((key) => manifest[key] ?? [])
  return {
    scripts: chunks.map((chunk) => `/${chunk.file}`),
    styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`),
  }
}

interface PageOptions {
  readonly file: string
  readonly html: string
  readonly load: Load
}

/** Writes the public pages, the shell of application pages and the page for what does not exist. */
export const prerenderPages = async ({ outdir, server, font, boot }: PrerenderOptions): Promise<void> => {
  const site: typeof entryServer = await import(pathToFileURL(server).href)
  const template = await readFile(fileURLToPath(new URL('index.html', import.meta.url)), 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(join(outdir, 'manifest.json'), 'utf8'))

  const entry = filesOf(manifest, closure(manifest, [entryKey]))
  // The entry's style sheet comes first: it states the order of the layers.
  const all = [...new Set([...entry.styles, ...filesOf(manifest, Object.keys(manifest)).styles])]
  const css = (await Promise.all(all.map((style) => readFile(join(outdir, style), 'utf8')))).join('')

  const write = async ({ file, html, load }: PageOptions) => {
    const head = headElements.exec(html)?.[0] ?? ''
    const shell = load === 'now'
    const page = fill(template, {
      head,
      styles: `<link rel="preload" href="${font.href}" as="font" type="font/woff2" crossorigin><style>${layers}${criticalCss(css, html)}${font.css}</style>`,
      boot: `${shell ? entry.scripts.map((href) => `<link rel="modulepreload" href="${href}">`).join('') : ''}<script type="module" id="boot" src="${boot}" data-app="/${manifest[entryKey]?.file}" data-chunks="${entry.scripts.join(' ')}" data-styles="${entry.styles.join(' ')}" data-load="${load}"></script>`,
      root: `<div id="root"${shell ? '' : ' data-prerendered'}>${html.slice(head.length)}</div>`,
    })
    await mkdir(dirname(join(outdir, file)), { recursive: true })
    await writeFile(join(outdir, file), page)
  }

  const publicPage = async (path: string) =>
    write({
      file: path === '/' ? 'index.html' : `${path.slice(1)}/index.html`,
      html: await site.renderPage(path),
      load: path === '/signup' ? 'idle' : 'intent',
    })

  await Promise.all([
    ...site.publicRoutes.map(publicPage),
    write({ file: 'app.html', html: await site.renderShell(), load: 'now' }),
    write({ file: '404.html', html: await site.renderPage('/404'), load: 'intent' }),
  ])
}

const fill = (template: string, parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts).reduce((text, [name, part]) => text.replace(`<!--${name}-->`, () => part), template)
