import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

interface Setting {
  readonly name: string
  readonly width: number
  /** Text size in percent of the browser's default. */
  readonly text: number
  /** Adds a word of 58 letters to headings, paragraphs, lists and labels. */
  readonly longWord?: boolean
}

/** The setting with long words comes last, because the words stay on the page. */
const settings: readonly Setting[] = [
  { name: '320 px', width: 320, text: 100 },
  { name: '320 px with text of twice the size', width: 320, text: 200 },
  { name: '375 px with text of twice the size', width: 375, text: 200 },
  { name: '768 px with text of twice the size', width: 768, text: 200 },
  { name: '1280 px with text of twice the size', width: 1280, text: 200 },
  { name: '320 px with a word of 58 letters', width: 320, text: 100, longWord: true },
]

const apply = async (page: Page, { width, text, longWord = false }: Setting): Promise<void> => {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate(
    ([size, addWord]) => {
      document.documentElement.style.fontSize = `${size}%`
      if (!addWord) return
      for (const element of document.querySelectorAll('h1, h2, h3, p, li, dt, dd, label'))
        for (const node of element.childNodes)
          if (node instanceof Text && node.data.trim() !== '')
            node.data += ' Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
    },
    [text, longWord] as const,
  )
}

/** Returns how many pixels the page is wider than the window. */
const excess = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Narrower screens break the longest words of a text if its size is doubled. */
const widthForWords = 375

/** Returns the words, the times, the hyphenated terms and the postcodes that are broken across two lines. */
const brokenTerms = (page: Page, { width }: Setting): Promise<string[]> =>
  page.evaluate((withWords) => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      const parent = text.parentElement
      if (!(text instanceof Text) || !parent?.checkVisibility() || parent.closest('.visually-hidden'))
        continue
      // The random tokens of referrals may break anywhere, and some of them consist of letters only.
      if (parent.closest('[data-label="Token"]')) continue
      const term = parent.closest('h1, h2, h3')
        ? /\S+/g
        : withWords
          ? /\d\d:\d\d-\d\d:\d\d|one-time|\b[A-Z]{1,2}\d{1,2} \d[A-Z]{2}\b|(?<=^|[\s(/])\p{L}+(?=[.,:;?!)]*(?:$|\s))/giu
          : /\d\d:\d\d-\d\d:\d\d|one-time|\b[A-Z]{1,2}\d{1,2} \d[A-Z]{2}\b/gi
      for (const match of text.data.matchAll(term)) {
        const range = document.createRange()
        range.setStart(text, match.index)
        range.setEnd(text, match.index + match[0].length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          found.push(match[0])
      }
    }
    return found
  }, width >= widthForWords)

/** Returns the texts that are cut off at the edge of a box that hides what does not fit. */
const cutOffTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      const parent = text.parentElement
      if (!(text instanceof Text) || !parent?.checkVisibility() || parent.closest('.visually-hidden'))
        continue
      const box = parent.closest('[data-embed]')?.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(text)
      const { top, bottom } = range.getBoundingClientRect()
      if (box && (top < box.top - 1 || bottom > box.bottom + 1)) found.push(text.data)
    }
    return found
  })

/** Expects that nothing is cut off, broken or wider than the screen. Leaves long words on the page. */
export const expectToFit = async (page: Page, path: string): Promise<void> => {
  for (const setting of settings) {
    await apply(page, setting)
    await expect.poll(() => excess(page), `${path} at ${setting.name}`).toBeLessThanOrEqual(0)
    if (setting.longWord) continue
    expect(await brokenTerms(page, setting), `${path} at ${setting.name}`).toEqual([])
    expect(await cutOffTexts(page), `${path} at ${setting.name}`).toEqual([])
  }
}
