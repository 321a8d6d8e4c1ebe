import { describe, expect, test } from 'vitest'
import { staticPage } from './static-page.ts'

const page = `<!doctype html><html><head><title>Pricing</title>
<noscript
  ><style>.form{display:none}</style></noscript
>
<script>(function(){ document.title = '<p>' })()</script>
<script type="application/ld+json">{"@graph":[]}</script>
<link rel="canonical" href="https://site.example/pricing">
<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
<link rel="preload" href="/assets/heading.woff2" as="font" type="font/woff2" crossorigin>
<link href="/assets/page.css" rel="stylesheet">
<style>h1{color:red}@font-face{font-family:'Heading';src:url(/assets/heading.woff2)}p{color:blue}</style>
<script type="module" src="/assets/boot.js"></script></head>
<body><h1>Prices</h1><noscript><p>Switch it on</p></noscript><p>£1</p><script src="/a.js"></script></body></html>`

describe('the static copy of a page', () => {
  const copy = staticPage(page)

  test('keeps the text, the markup and the styles', () => {
    for (const kept of [
      '<title>Pricing</title>',
      '<h1>Prices</h1>',
      '<p>£1</p>',
      'h1{color:red}',
      'p{color:blue}',
    ])
      expect(copy).toContain(kept)
  })

  test('contains no scripts and no fonts', () => {
    expect(copy).not.toMatch(/script|font-face/)
  })

  test('requests no other file', () => {
    expect(copy).not.toContain('/assets/')
    expect(copy).not.toContain('favicon')
    expect(copy).toContain('<link rel="icon" href="data:,">')
  })

  test('contains the rules of linked style sheets, without their fonts', () => {
    const linked = staticPage(page, `li{margin:0}@font-face{src:url(/x.woff2)}`)
    expect(linked).toContain('<style>li{margin:0}</style></head>')
  })

  test('cannot be made of text that is not a page', () => {
    expect(() => staticPage('not found')).toThrow('no head')
  })
})
