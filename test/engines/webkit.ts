import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, By, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import * as z from 'zod'
import { freePort } from '#local/kit/free-port.ts'
import { startProgram } from './programs.ts'
import type { Browser, Element, Tab } from './tab.ts'

/** Clicks an element in the middle of the window. The driver does not wait until the page has scrolled smoothly. */
const click = async (element: WebElement): Promise<void> => {
  const script = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`
  await element.getDriver().executeScript(script, element)
  await element.click()
}

const elementOf = (element: WebElement): Element => ({
  isVisible: () => element.isDisplayed(),
  click: () => click(element),
  fill: async (text) => {
    // A field in a frame can be focused only by a click.
    await click(element)
    if ((await element.getProperty('value')) !== '') await element.clear()
    await element.sendKeys(text)
  },
  choose: (path) => element.sendKeys(path),
})

/** The chat widget is inside a shadow root. */
const frameInShadowRoot = `
  for (const { shadowRoot } of document.querySelectorAll('body > *')) {
    const frame = shadowRoot?.querySelector('iframe[title="' + arguments[0] + '"]')
    if (frame) return frame
  }
  return null`

/**
 * Returns the errors that the page or frame did not catch since the last call, and listens for further ones. The driver
 * reports none itself.
 */
const takeErrors = `
  window.recordedErrors ??= (() => {
    const errors = []
    addEventListener('error', ({ message }) => errors.push(message))
    addEventListener('unhandledrejection', ({ reason }) => errors.push('Unhandled rejection: ' + reason))
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      errors.push(violatedDirective + ' blocked ' + blockedURI))
    return errors
  })()
  return window.recordedErrors.splice(0)`

/** Records the errors of the page or frame that the driver is in. Misses errors before the first call for a page. */
const recordErrors = async (driver: WebDriver, pageErrors: string[]): Promise<void> => {
  pageErrors.push(...z.array(z.string()).parse(await driver.executeScript(takeErrors)))
}

const tabOf = (driver: WebDriver, own: string, pageErrors: string[]): Tab => ({
  open: (url) => driver.get(url),
  url: () => driver.getCurrentUrl(),
  evaluate: async (expression) => {
    await driver.switchTo().defaultContent()
    await recordErrors(driver, pageErrors)
    return driver.executeScript(`return ${expression}`)
  },
  find: async (xpath, title) => {
    await driver.switchTo().defaultContent()
    await recordErrors(driver, pageErrors)
    if (title !== undefined) {
      const frame = await driver.executeScript<WebElement | null>(frameInShadowRoot, title)
      if (frame === null) return []
      await driver.switchTo().frame(frame)
      await recordErrors(driver, pageErrors)
    }
    return (await driver.findElements(By.xpath(xpath))).map(elementOf)
  },
  otherTabs: async () => {
    const addresses: string[] = []
    for (const handle of await driver.getAllWindowHandles()) {
      if (handle === own) continue
      await driver.switchTo().window(handle)
      addresses.push(await driver.getCurrentUrl())
    }
    await driver.switchTo().window(own)
    return addresses
  },
})

/** Waits until the driver listens. */
const waitForDriver = async (port: number): Promise<void> => {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  const deadline = performance.now() + 30_000
  while (!(await isReady())) {
    if (performance.now() > deadline) throw new Error('WebKitWebDriver does not respond')
    await sleep(100)
  }
}

const connect = (port: number, binary: string): Promise<WebDriver> =>
  new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities().set('browserName', 'MiniBrowser').set('webkitgtk:browserOptions', {
        binary,
        args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
      }),
    )
    .build()

/** Each browser has a screen of its own, because an earlier one may still be closing. */
let screens = 100 + (process.pid % 400) * 10

/** Starts WebKitGTK's small browser on a screen of its own, and drives it through its WebDriver. */
export const openWebKit = async (programs: Readonly<Record<string, string>>): Promise<Browser> => {
  screens += 1
  const display = `:${screens}`
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11' }
  const port = await freePort()
  const endScreen = startProgram(programs['Xvfb'] ?? '', [
    display,
    '-screen',
    '0',
    '1280x1024x24',
    '-nolisten',
    'tcp',
  ])
  const endDriver = startProgram(
    programs['WebKitWebDriver'] ?? '',
    [`--port=${port}`, '--host=127.0.0.1'],
    env,
  )
  const end = async () => {
    await endDriver()
    await endScreen()
  }
  try {
    await waitForDriver(port)
    const driver = await connect(port, programs['MiniBrowser'] ?? '')
    const errors: string[] = []
    const tab = tabOf(driver, await driver.getWindowHandle(), errors)
    const pageErrors = async () => {
      await driver.switchTo().defaultContent()
      await recordErrors(driver, errors)
      return errors
    }
    const close = async () => {
      try {
        await driver.quit()
      } finally {
        await end()
      }
    }
    return { tab, pageErrors, close }
  } catch (error) {
    await end()
    throw error
  }
}
