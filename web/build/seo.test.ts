import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as z from 'zod'
import * as paths from '#shared/values/site-map.ts'
import { robotsTxt, sitemapXml } from './sitemap.ts'
import { socialMeta } from './social-meta.ts'
import { webManifest } from './web-manifest.ts'

const origin = 'https://advice.example'

test('the sitemap lists each page with its full address', () => {
  expect(sitemapXml(origin, [paths.home, paths.faq])).toContain(
    '<url><loc>https://advice.example/</loc></url>\n  <url><loc>https://advice.example/faq</loc></url>',
  )
})

test('robots.txt names the sitemap and disallows the functions', () => {
  expect(robotsTxt(origin).split('\n')).toEqual(
    expect.arrayContaining(['Disallow: /functions/', 'Sitemap: https://advice.example/sitemap.xml']),
  )
})

const head =
  '<title>FAQ · Fanlight</title><meta name="description" content="Deposits &amp; locks"/><link rel="canonical" href="https://advice.example/faq"/>'

test('shared pages show their own title, description and address', () => {
  const meta = socialMeta(head, { siteName: 'Fanlight', origin })
  expect(meta).toContain('<meta property="og:title" content="FAQ · Fanlight">')
  expect(meta).toContain('<meta property="og:description" content="Deposits &amp; locks">')
  expect(meta).toContain('<meta property="og:url" content="https://advice.example/faq">')
})

test('a page with noindex has no social metadata', () => {
  expect(
    socialMeta(head.replace(/<link.*/, '<meta name="robots" content="noindex"/>'), {
      siteName: 'Fanlight',
      origin,
    }),
  ).toBe('')
})

test('phones find an icon of each size that the web manifest states', async () => {
  const shape = z.object({ icons: z.array(z.object({ src: z.string(), sizes: z.string() })) })
  const { icons } = shape.parse(JSON.parse(webManifest()))
  expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512'])
  for (const { src, sizes } of icons) {
    const png = await readFile(fileURLToPath(new URL(`../public${src}`, import.meta.url)))
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes)
    expect(png.length, src).toBeLessThan(10 * 1024)
  }
})
