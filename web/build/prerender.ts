import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforePaint } from '#shared/values/before-paint.ts'
import { earlyCalls } from '#shared/values/early-calls.ts'
import { brand } from '#shared/values/brand.ts'
import * as paths from '#shared/values/site-map.ts'
import { firstFrameOf } from './first-frame.ts'
import type { HeadingFont } from './font.ts'
import { liveDoor } from './live-door.ts'
import { filesOf, type Manifest, readManifest } from './manifest.ts'
import { chunksOfPage, filesOfSections, type pageChunks } from './page-chunks.ts'
import { pageStyles } from './page-styles.ts'
import { shellOf } from './shells.ts'
import { robotsTxt, sitemapXml } from './sitemap.ts'
import { socialMeta } from './social-meta.ts'
import { webManifest } from './web-manifest.ts'
import { whenAllEnd } from './when-all-end.ts'
import type * as entryServer from '#web/app/entry-server.tsx'

/** The build of `src/app/entry-server.tsx`. */
type Site = typeof entryServer

export interface RenderedSite {
  readonly site: Site
  /** The HTML of each page by its path, without styles and scripts. */
  readonly pages: ReadonlyMap<string, string>
}

const notFound = '/404'

/** Renders every page. Needs only the prerender build, so the app can be bundled at the same time. */
export const renderSite = async (site: Site): Promise<RenderedSite> => {
  const render = (path: (typeof site.appRoutes)[number]): Promise<string> =>
    shellOf(path).hasFrame ? site.renderPage(path) : site.renderShell(path)
  const pages = await whenAllEnd([
    ...[...site.publicRoutes, ...site.signInRoutes, notFound].map(
      async (path) => [path, await site.renderPage(path)] as const,
    ),
    ...site.appRoutes.map(async (path) => [path, await render(path)] as const),
  ])
  return { site, pages: new Map(pages) }
}

export interface PrerenderOptions extends RenderedSite {
  readonly outdir: string
  readonly font: HeadingFont
  /** Address of the boot script. */
  readonly boot: string
  /** Address of the script that shows the first rows of the library. */
  readonly earlyRows: string
  /** Scheme, host and port of the deployed site. */
  readonly origin: string
}

/**
 * When a page loads the app: immediately, when the browser is idle, or when the visitor is about to need it (`intent`).
 * `message` is like `intent`, but loads it early when the address or an earlier visit left a message to show.
 */
type Load = 'now' | 'idle' | 'message' | 'intent'

/** Head elements that the app's pages write before the body. */
const headElements = /^(?:<title>[^]*?<\/title>|<meta [^>]*>|<link [^>]*>)+/

/** The first rule of every page, because style sheets may load in any order. The same order as in `tokens.css`. */
export const layers = '@layer tokens,base,ui,site,feature;'

/**
 * The pages that load the app before the visitor interacts: some may show a message or what the visitor was writing, one
 * shows the opening status, one the debug panel, and one names the chat provider of the stage.
 */
const loads: ReadonlyMap<string, Load> = new Map([
  [paths.signUp, 'message'],
  [paths.login, 'message'],
  [paths.contact, 'message'],
  [paths.liveChat, 'idle'],
  [paths.members, 'idle'],
  [paths.privacy, 'idle'],
])

const entryKey = 'src/app/entry-client.tsx'

interface PageOptions {
  readonly file: string
  /** The page whose code the app loads first. */
  readonly chunksOf: keyof typeof pageChunks
  readonly html: string
  readonly load: Load
  /** Structured data for search engines. */
  readonly data?: string
  readonly shell?: ReturnType<typeof shellOf>
}

/** Writes the public pages, the sign-in pages, the shells of the app pages and the 404 page. */
export const prerenderPages = async (options: PrerenderOptions): Promise<void> => {
  const { outdir, site, pages, font, boot, earlyRows, origin } = options
  const htmlOf = (path: string): string => {
    const html = pages.get(path)
    if (html === undefined) throw new Error(`${path} was not rendered`)
    return html
  }
  const template = await readFile(fileURLToPath(new URL('../index.html', import.meta.url)), 'utf8')
  const manifest = await readManifest(outdir)

  const all = filesOf(manifest, Object.keys(manifest)).styles
  const css = await Promise.all(all.map((style) => readFile(join(outdir, style), 'utf8')))
  const { headingText, criticalCss } = pageStyles(css.join(''))

  const write = async ({ file, chunksOf, html, load, data = '', shell }: PageOptions) => {
    const { scripts, styles } = filesOf(manifest, chunksOfPage(manifest, entryKey, chunksOf))
    const head = headElements.exec(html)?.[0] ?? ''
    // The headings of a shell without its page are not known yet.
    const headings = shell && !shell.hasFrame ? font : await font.inline(headingText(html))
    const shown = shell?.hasEarlyRows ? html + site.renderSampleRows() : html
    // Preloaded even if it is part of the page: browsers lay out the first text before they read it from the rule.
    const preload = `<link rel="preload" href="${headings.href}" as="font" type="font/woff2" crossorigin>`
    const bootScript = `<script type="module" id="boot" src="${boot}" data-app="/${manifest[entryKey]?.file}" data-chunks="${shell ? '' : scripts.join(' ')}" data-styles="${styles.join(' ')}" data-load="${load}"></script>`
    // The frame of a shell is shown before its page.
    const first = shell ? { head: '', html } : firstFrameOf(html)
    const page = fill(template, {
      'first-frame': first.head,
      'before-paint': `<script>${beforePaint}</script>${shell ? earlyScripts(shell, earlyRows, manifest) : ''}<script>${liveDoor()}</script>`,
      head: head + socialMeta(head, { siteName: brand.name, origin }),
      // The font is in both. Compression removes the second copy only if it is near the first.
      styles: `${preload}<style>${layers}${headings.css}${criticalCss(shown)}</style>`,
      'boot-of-shell': shell ? preloads(scripts, styles) + bootScript : '',
      // After the content: the first frame of a page does not need it, so the lead arrives earlier.
      'boot-of-page': shell ? '' : bootScript,
      root: `<div id="root" ${shell ? 'data-shell' : 'data-prerendered'}>${first.html.slice(head.length)}</div>`,
      data,
    })
    await mkdir(dirname(join(outdir, file)), { recursive: true })
    await writeFile(join(outdir, file), page)
  }

  const page = async (path: (typeof site.publicRoutes | typeof site.signInRoutes)[number], data?: string) =>
    write({
      file: paths.fileOfPage(path),
      chunksOf: path,
      html: htmlOf(path),
      load: loads.get(path) ?? 'intent',
      ...(data === undefined ? {} : { data }),
    })

  await whenAllEnd([
    ...site.publicRoutes.map((path) => page(path, site.structuredData(path))),
    ...site.signInRoutes.map((path) => page(path)),
    ...site.appRoutes.map((path) =>
      write({
        file: paths.fileOfPage(path),
        chunksOf: path,
        html: htmlOf(path),
        load: 'now',
        shell: shellOf(path),
      }),
    ),
    write({ file: paths.notFoundPage, chunksOf: 'not found', html: htmlOf(notFound), load: 'intent' }),
    writeFile(join(outdir, 'sitemap.xml'), sitemapXml(origin, site.publicRoutes)),
    writeFile(join(outdir, 'robots.txt'), robotsTxt(origin)),
    writeFile(join(outdir, 'site.webmanifest'), webManifest()),
  ])
}

/** The calls that a page sends before the app is loaded, and the script that shows the first rows in its frame. */
const earlyScripts = (shell: ReturnType<typeof shellOf>, rows: string, manifest: Manifest): string => {
  const { calls, hasFrame, hasEarlyRows, sectionsAfter } = shell
  if (calls.length === 0) return ''
  const sections =
    sectionsAfter === undefined
      ? ''
      : ` data-sections-after="${sectionsAfter}" data-sections='${JSON.stringify(filesOfSections(manifest, entryKey))}'`
  const script = `<script data-calls="${calls.join(' ')}"${hasFrame ? ' data-frame' : ''}${sections}>${earlyCalls}</script>`
  return hasEarlyRows ? `${script}<script type="module" async src="${rows}"></script>` : script
}

/** Vite loads the style sheets of a page with `crossorigin`, so the boot script does too, and the preloads match. */
const preloads = (scripts: readonly string[], styles: readonly string[]): string =>
  [
    ...scripts.map((href) => `<link rel="modulepreload" href="${href}">`),
    ...styles.map((href) => `<link rel="preload" href="${href}" as="style" crossorigin>`),
  ].join('')

const fill = (template: string, parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts).reduce((text, [name, part]) => text.replace(`<!--${name}-->`, () => part), template)
