// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'

const mondayMorning = new Date('2026-11-23T11:59:30Z')
const page = document.documentElement

/** Runs the script as at the start of a page. */
const run = async () => {
  vi.resetModules()
  await import('./live-door.ts')
}

const parsed = () => document.dispatchEvent(new Event('DOMContentLoaded'))
const appReady = () => document.dispatchEvent(new Event('app-ready'))
const header = () => document.querySelector('[data-door-words]')?.textContent

describe('the inline script of the opening hours', () => {
  beforeEach(() => {
    // Ends what the script of the previous test still does.
    appReady()
    page.removeAttribute('style')
    vi.useFakeTimers({ now: mondayMorning })
    document.body.innerHTML = '<span data-door-words></span><p data-door-notice></p>'
    return () => vi.useRealTimers()
  })

  test('gives the style sheet the texts before the page is parsed', async () => {
    await run()
    expect(page.style.getPropertyValue('--door-words')).toBe('"In now, until 16:00"')
    expect(page.style.getPropertyValue('--opening-words')).toBe('"closes at 16:00"')
    expect([page.dataset['door'], page.dataset['notice'], header()]).toEqual(['open', 'none', ''])
  })

  test('marks a page with a notice', async () => {
    vi.setSystemTime('2026-12-25T11:00:00Z')
    await run()
    expect(page.style.getPropertyValue('--door-notice')).toBe('"Live chat is closed today, Christmas Day."')
    expect([page.dataset['door'], page.dataset['notice']]).toEqual(['closed', 'some'])
  })

  test('writes the texts when the page is parsed, and follows the time', async () => {
    await run()
    parsed()
    expect(header()).toBe('In now, until 16:00')
    vi.setSystemTime('2026-11-23T15:59:59Z')
    vi.advanceTimersByTime(60_000)
    expect(header()).toBe('Back tomorrow 10:00')
  })

  test('leaves the page to the app once it is ready', async () => {
    await run()
    parsed()
    appReady()
    page.dataset['door'] = 'the app’s'
    vi.advanceTimersByTime(120_000)
    parsed()
    expect(page.dataset['door']).toBe('the app’s')
  })
})
