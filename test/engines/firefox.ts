import { type ElementHandle, launch, type Frame, type Page, type Target } from 'puppeteer-core'
import type { Browser, Element, Tab } from './tab.ts'

const elementOf = (handle: ElementHandle): Element => ({
  isVisible: () => handle.isVisible(),
  click: () => handle.click(),
  fill: async (text) => {
    await handle.evaluate((field) => {
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
    })
    await handle.type(text)
  },
  choose: async (path) => {
    const input = await handle.toElement('input')
    await input.uploadFile(path)
  },
})

const frameOf = async (page: Page, title: string): Promise<Frame | undefined> => {
  // The chat widget is inside a shadow root.
  const frame = await page.$(`>>> iframe[title="${title}"]`)
  return (await frame?.contentFrame()) ?? undefined
}

const tabOf = (page: Page, opened: ReadonlySet<string>): Tab => ({
  open: async (url) => {
    await page.goto(url)
  },
  url: async () => page.url(),
  evaluate: (expression) => page.evaluate(expression),
  find: async (xpath, title) => {
    const frame = title === undefined ? page.mainFrame() : await frameOf(page, title)
    return ((await frame?.$$(`::-p-xpath(${xpath})`)) ?? []).map(elementOf)
  },
  otherTabs: async () => [...opened],
})

/** Starts Firefox and drives it through WebDriver BiDi, which needs no other program. */
export const openFirefox = async (executablePath: string): Promise<Browser> => {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // Puppeteer switches off Firefox's own PDF viewer, in which guides open.
    extraPrefsFirefox: { 'pdfjs.disabled': false },
  })
  const page = await browser.newPage()
  // The addresses include those of tabs that Firefox has closed because it saves the file instead.
  const opened = new Set<string>()
  const addAddress = (target: Target) => opened.add(target.url())
  browser.on('targetcreated', addAddress)
  browser.on('targetchanged', addAddress)
  const pageErrors: string[] = []
  page.on('pageerror', (error) => pageErrors.push(error instanceof Error ? error.message : String(error)))
  return { tab: tabOf(page, opened), pageErrors: async () => pageErrors, close: () => browser.close() }
}
