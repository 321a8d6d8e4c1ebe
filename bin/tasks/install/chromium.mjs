import { existsSync } from 'node:fs'
import { aptInstall, hasApt, isRoot, outputOf, say, succeeds } from './shell.mjs'

const usualPlaces = [
  // Chromium without a window: it draws pages in a third of the time on a machine without a graphics card.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Tests that the browser starts. Ubuntu's /usr/bin/chromium-browser, for example, may only refer to a snap. */
const works = (path) => existsSync(path) && outputOf(path, ['--version']) !== undefined

const findChromium = async () => {
  const { chromium } = await import('@playwright/test')
  // Chrome on Windows ignores --version, so Playwright's own Chromium is used without this test.
  const own = chromium.executablePath()
  return [process.env.CHROMIUM_PATH ?? '', ...usualPlaces].find(works) ?? (existsSync(own) ? own : undefined)
}

const isUbuntu = () => outputOf('grep', ['-i', 'ubuntu', '/etc/os-release']) !== undefined

const install = (root) => {
  say('Installing Chromium for the browser tests')
  if (hasApt() && isRoot() && !isUbuntu() && aptInstall('chromium-headless-shell', 'chromium')) return true
  const libraries = process.platform === 'linux' && isRoot() ? ['--with-deps'] : []
  return succeeds('npx', ['playwright', 'install', ...libraries, 'chromium'], { cwd: root })
}

/**
 * Finds or installs Chromium for the browser tests and stores its path in `env.CHROMIUM_PATH`.
 * If it cannot, throws an error with the command to run by hand.
 */
export const ensureChromium = async (root, env) => {
  const found = (await findChromium()) ?? (install(root) ? await findChromium() : undefined)
  if (found === undefined) {
    const withLibraries =
      process.platform === 'linux' ? 'sudo npx playwright install --with-deps' : 'npx playwright install'
    throw new Error(
      `The browser tests need Chromium. Please run: ${withLibraries} chromium (or set CHROMIUM_PATH)`,
    )
  }
  env.CHROMIUM_PATH = found
}
