import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforePaint } from '../shared/values/before-paint.ts'
import { brand } from '../shared/values/brand.ts'
import type { HeadingFont } from './build-font.ts'
import { criticalCss } from './critical-css.ts'
import { closure, filesOf, readManifest } from './manifest.ts'
import { robotsTxt, sitemapXml } from './sitemap.ts'
import { socialMeta } from './social-meta.ts'
import type * as entryServer from './src/app/entry-server.tsx'

export interface PrerenderOptions {
  readonly outdir: string
  /** The build of `src/app/entry-server.tsx`. */
  readonly server: string
  readonly font: HeadingFont
  /** Address of the boot script. */
  readonly boot: string
  /** Scheme, host and port under which the site will be at home. */
  readonly origin: string
}

/**
 * When the app is fetched: at once, when the browser is idle, when somebody is about to need it, or before that,
 * where the address or an earlier visit has left something to show.
 */
type Load = 'now' | 'idle' | 'news' | 'intent'

/** Head elements that React writes before the body. */
const headElements = /^(?:<title>[^]*?<\/title>|<meta [^>]*>|<link [^>]*>)+/

/** Stated first on every page, in the order of `tokens.css`: style sheets may arrive in any order. */
export const layers = '@layer tokens,base,ui,site,feature;'

/** Pages that do not wait for a touch: some may have news to show, one shows what time it is. */
const loads: ReadonlyMap<string, Load> = new Map([
  ['/signup', 'news'],
  ['/login', 'news'],
  ['/livechat', 'idle'],
])

const entryKey = 'src/app/entry-client.tsx'

interface PageOptions {
  readonly file: string
  readonly html: string
  readonly load: Load
  /** What only programs that read the page look at. */
  readonly data?: string
}

/** Writes the public pages, the shell of application pages and the page for what does not exist. */
export const prerenderPages = async (options: PrerenderOptions): Promise<void> => {
  const { outdir, server, font, boot, origin } = options
  const site: typeof entryServer = await import(pathToFileURL(server).href)
  const template = await readFile(fileURLToPath(new URL('index.html', import.meta.url)), 'utf8')
  const manifest = await readManifest(outdir)

  const entry = filesOf(manifest, closure(manifest, [entryKey]))
  const all = filesOf(manifest, Object.keys(manifest)).styles
  const css = (await Promise.all(all.map((style) => readFile(join(outdir, style), 'utf8')))).join('')

  const write = async ({ file, html, load, data = '' }: PageOptions) => {
    const head = headElements.exec(html)?.[0] ?? ''
    const shell = load === 'now'
    const page = fill(template, {
      'before-paint': `<script>${beforePaint}</script>`,
      head: head + socialMeta(head, { siteName: brand.name, origin }) + data,
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
      load: loads.get(path) ?? 'intent',
      data: site.structuredData(path),
    })

  await Promise.all([
    ...site.publicRoutes.map(publicPage),
    write({ file: 'app.html', html: await site.renderShell(), load: 'now' }),
    write({ file: '404.html', html: await site.renderPage('/404'), load: 'intent' }),
    writeFile(join(outdir, 'sitemap.xml'), sitemapXml(origin, site.publicRoutes)),
    writeFile(join(outdir, 'robots.txt'), robotsTxt(origin)),
  ])
}

const fill = (template: string, parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts).reduce((text, [name, part]) => text.replace(`<!--${name}-->`, () => part), template)
