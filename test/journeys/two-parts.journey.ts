import type { Page } from '@playwright/test'
import { closeServer, listenOn } from '#local/kit/listen.ts'
import { expect, test } from './fixtures.ts'

/** Milliseconds between the two parts. The browser lays out the first one in the meantime. */
const pause = 150

/** Serves a page of the site, without its scripts, in two parts: the first one ends after `end`. */
const serveInTwoParts = async (origin: string, path: string, end: RegExp) => {
  const html = (await (await fetch(origin + path)).text())
    .replace(/<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/(href|src)="\//g, `$1="${origin}/`)
  const found = end.exec(html)
  expect(found, `${path} has ${end.source}`).not.toBeNull()
  const cut = found === null ? 0 : found.index + found[0].length
  return listenOn(0, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.write(html.slice(0, cut))
    setTimeout(() => response.end(html.slice(cut)), pause)
  })
}

/** Returns the elements that moved while the page loaded, by class, for each layout shift. */
const moves = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const found: string[] = []
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const sources = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : []
            found.push(sources.map(({ node }) => node?.className ?? node?.textContent).join(', '))
          }
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(found)))
      }),
  )

const cuts = [
  ['the drawing in the header', '/faq', /transform="rotate\(0 60 60\)">/],
  ['the name in the header', '/faq', /<\/svg><span>/],
  ['the button in the header', '/faq', /\/login"[^>]*><span class="[^"]*">/],
  ['the cookie banner', '/about', /data-consent-banner[^>]*><div[^>]*><p>/],
  ['a button of the cookie banner', '/about', />Only necessary/],
  ['the question of the video', '/', />My tenant refuses access. What can I do\?/],
  ['the title of the video', '/', /<strong>How the advice line works/],
  ['a badge of the offers', '/pricing', />Monthly<\/h2><span class="[^"]*">/],
  ['the last offer', '/pricing', />Get <span class="[^"]*">one-time</],
] as const

test.describe('a page that arrives in two parts', () => {
  for (const [place, path, end] of cuts)
    test(`keeps its place if the first ends in ${place}`, async ({ page, baseURL }) => {
      const { server, port } = await serveInTwoParts(baseURL ?? '', path, end)
      try {
        await page.goto(`http://127.0.0.1:${port}/`)
        expect(await moves(page)).toEqual([])
      } finally {
        await closeServer(server)
      }
    })
})
