import { setTimeout as sleep } from 'node:timers/promises'
import { site } from '../kit/site.ts'

/** An element of a page, in any engine. */
export interface Element {
  isVisible(): Promise<boolean>
  click(): Promise<void>
  /** Replaces the text of a field. */
  fill(text: string): Promise<void>
  /** Chooses a file on this machine. */
  choose(path: string): Promise<void>
}

/** A tab of a browser, in any engine. */
export interface Tab {
  open(url: string): Promise<void>
  url(): Promise<string>
  /** Returns the value of an expression on the page. */
  evaluate(expression: string): Promise<unknown>
  /** Finds elements by XPath: in the page, or in the frame with this title. */
  find(xpath: string, frame?: string): Promise<Element[]>
  /** Returns the addresses of the browser's other tabs. */
  otherTabs(): Promise<string[]>
}

/** A browser with one tab and no stored data. */
export interface Browser {
  readonly tab: Tab
  /** Returns the errors that pages did not catch. */
  pageErrors(): Promise<readonly string[]>
  close(): Promise<void>
}

const withinMs = 30_000

/** Repeats `act` until it returns a value. Elements that the page replaces in the meantime are found again. */
const until = async <T>(what: string, act: () => Promise<T | undefined>): Promise<T> => {
  const deadline = performance.now() + withinMs
  let reason = ''
  for (;;) {
    try {
      const found = await act()
      if (found !== undefined) return found
    } catch (error) {
      // The page may have replaced the element, or may still be loading. The whole error is kept, because errors of
      // drivers may have no message.
      reason = `: ${String(error)}`
    }
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs / 1000} s for ${what}${reason}`)
    await sleep(100)
  }
}

const quoted = (text: string): string => {
  if (text.includes('"')) throw new Error('XPath cannot quote a text with a quotation mark')
  return `"${text}"`
}

const control = (name: string) =>
  `//*[self::button or self::a or @role="tab"][normalize-space(.)=${quoted(name)} or @aria-label=${quoted(name)}]`
const controlThatStarts = (name: string) => `//button[starts-with(normalize-space(.), ${quoted(name)})]`
const fileInList = (title: string) => `//*[@role="tabpanel"]${controlThatStarts(title)}`
const field = (label: string) =>
  `//*[self::input or self::textarea][@id=//label[starts-with(normalize-space(.), ${quoted(label)})]/@for or @aria-label=${quoted(label)}]`
const labelled = (label: string) => `//label[starts-with(normalize-space(.), ${quoted(label)})]`
const text = (words: string) => `//body//*[text()[contains(normalize-space(.), ${quoted(words)})]]`

/** Returns the user's actions on a tab. Each step waits until the page is ready for it. */
export const userOf = (tab: Tab, frame?: string) => {
  const visible = (what: string, xpath: string) =>
    until(what, async () => {
      for (const element of await tab.find(xpath, frame)) if (await element.isVisible()) return element
      return undefined
    })
  /** Finds the element again for each attempt. */
  const act = (what: string, xpath: string, how: (element: Element) => Promise<void>) =>
    until(what, async () => {
      for (const element of await tab.find(xpath, frame))
        if (await element.isVisible()) {
          await how(element)
          return true
        }
      return undefined
    })
  return {
    tab,
    open: (path: string) => tab.open(new URL(path, site()).href),
    sees: (words: string) => visible(`the text "${words}"`, text(words)),
    press: (name: string) => act(`the button "${name}"`, control(name), (element) => element.click()),
    pressStart: (name: string) =>
      act(`the button "${name}…"`, controlThatStarts(name), (element) => element.click()),
    pressFile: (title: string) => act(`the file "${title}"`, fileInList(title), (element) => element.click()),
    fill: (label: string, value: string) =>
      act(`the field "${label}"`, field(label), (element) => element.fill(value)),
    tick: (label: string) => act(`the choice "${label}"`, labelled(label), (element) => element.click()),
    /** The file input of a styled button is hidden. */
    choose: (label: string, path: string) =>
      until(`the field "${label}"`, async () => {
        const [input] = await tab.find(field(label))
        await input?.choose(path)
        return input
      }),
    arrives: (path: RegExp) =>
      until(`the address ${path.source}`, async () => path.exec(await tab.url()) ?? undefined),
    opensTab: (address: RegExp) =>
      until(`a tab with ${address.source}`, async () =>
        (await tab.otherTabs()).find((one) => address.test(one)),
      ),
    inFrame: (title: string) => userOf(tab, title),
  }
}
export type User = ReturnType<typeof userOf>
