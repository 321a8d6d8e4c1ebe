import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, By, Capabilities, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '#local/kit/free-port.ts'
import type { Browser, Element, Tab } from './tab.ts'

const elementOf = (element: WebElement): Element => ({
  isVisible: () => element.isDisplayed(),
  click: () => element.click(),
  fill: async (text) => {
    // A field in a frame can be focused only by a click.
    await element.click()
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

const tabOf = (driver: WebDriver, own: string): Tab => ({
  open: (url) => driver.get(url),
  url: () => driver.getCurrentUrl(),
  evaluate: async (expression) => {
    await driver.switchTo().defaultContent()
    return driver.executeScript(`return ${expression}`)
  },
  find: async (xpath, title) => {
    await driver.switchTo().defaultContent()
    if (title !== undefined) {
      const frame = await driver.executeScript<WebElement | null>(frameInShadowRoot, title)
      if (frame === null) return []
      await driver.switchTo().frame(frame)
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

/** Starts a program without output, and returns a function that ends it. */
const startProgram = (path: string, args: readonly string[], env = process.env): (() => void) => {
  const child: ChildProcess = spawn(path, args, { env, stdio: 'ignore' })
  const end = () => child.kill()
  process.once('exit', end)
  return end
}

/** Waits until the driver listens. */
const waitForDriver = async (port: number): Promise<void> => {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  const deadline = performance.now() + 30_000
  while (!(await isReady())) {
    if (performance.now() > deadline) throw new Error('WebKitWebDriver does not answer')
    await sleep(100)
  }
}

const connect = (port: number, binary: string): Promise<WebDriver> =>
  new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities()
        .set('browserName', 'MiniBrowser')
        .set('webkitgtk:browserOptions', { binary, args: ['--automation'] }),
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
  const programsThatRun = [
    startProgram(programs['Xvfb'] ?? '', [display, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']),
    startProgram(programs['WebKitWebDriver'] ?? '', [`--port=${port}`, '--host=127.0.0.1'], env),
  ]
  const end = () => {
    for (const stop of programsThatRun.toReversed()) stop()
  }
  try {
    await waitForDriver(port)
    const driver = await connect(port, programs['MiniBrowser'] ?? '')
    const tab = tabOf(driver, await driver.getWindowHandle())
    const close = async () => {
      await driver.quit()
      end()
    }
    return { tab, troubles: () => [], close }
  } catch (error) {
    end()
    throw error
  }
}
