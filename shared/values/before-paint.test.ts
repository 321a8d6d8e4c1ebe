// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { beforePaint } from './before-paint.ts'
import { cookieConsent } from './storage-keys.ts'

const appReady = () => document.dispatchEvent(new Event('app-ready'))

/** Listens as the app does: below the document. */
const received = (type: string): string[] => {
  const seen: string[] = []
  document.getElementById('root')?.addEventListener(type, (event) => {
    if (type === 'submit') event.preventDefault()
    if (event.target instanceof Element) seen.push(event.target.id)
  })
  return seen
}

const press = (id: string) => document.getElementById(id)?.click()

describe('the inline script', () => {
  beforeEach(() => {
    // Ends what the script of the previous test still keeps.
    appReady()
    document.body.innerHTML = `<div id="root">
      <form id="form"><button id="send">Send</button><button type="button" id="show" data-app>Show</button></form>
      <button id="buy" data-app>Buy</button><button id="carousel">Next</button>
    </div>`
    // oxlint-disable-next-line typescript/no-implied-eval -- the constant is a script, and nothing else is run
    new Function(beforePaint)()
  })

  test('keeps each early press from the page and repeats it once when the app is ready', () => {
    const clicks = received('click')
    const submits = received('submit')
    for (const id of ['buy', 'buy', 'show', 'send', 'send']) press(id)
    // The press of the submit button itself arrives; what it submits is kept.
    expect([clicks, submits]).toEqual([['send', 'send'], []])
    clicks.length = 0
    appReady()
    expect([clicks, submits]).toEqual([['buy', 'show'], ['form']])
    appReady()
    expect([clicks, submits]).toEqual([['buy', 'show'], ['form']])
  })

  test('keeps presses of all buttons in the content of a shell, and repeats their start for tabs', () => {
    document.body.innerHTML =
      '<div id="root" data-shell><header><button id="menu">Menu</button></header><main><button id="tab">Guides</button></main></div>'
    const starts = received('mousedown')
    const clicks = received('click')
    press('menu')
    press('tab')
    expect([starts, clicks]).toEqual([[], ['menu']])
    appReady()
    expect([starts, clicks]).toEqual([['tab'], ['menu', 'tab']])
  })

  test('requests the app on each kept press', () => {
    const onKept = vi.fn<() => void>()
    document.addEventListener('press-kept', onKept)
    press('carousel')
    expect([onKept.mock.calls.length, 'pressed' in document.documentElement.dataset]).toEqual([0, false])
    press('buy')
    expect([onKept.mock.calls.length, 'pressed' in document.documentElement.dataset]).toEqual([1, true])
    appReady()
    expect('pressed' in document.documentElement.dataset).toBe(false)
    document.removeEventListener('press-kept', onKept)
  })

  test('marks a pressed button as busy until the app is ready', () => {
    const busy = () => [...document.querySelectorAll('[aria-busy=true]')].map(({ id }) => id)
    press('carousel')
    expect(busy()).toEqual([])
    press('buy')
    press('send')
    expect(busy()).toEqual(['send', 'buy'])
    appReady()
    expect(busy()).toEqual([])
  })

  test('drops the presses when the app cannot be loaded, and keeps those after that', () => {
    const clicks = received('click')
    const submits = received('submit')
    for (const id of ['buy', 'send']) press(id)
    document.dispatchEvent(new Event('app-failed'))
    expect(document.querySelector('[aria-busy]')).toBeNull()
    expect('pressed' in document.documentElement.dataset).toBe(false)
    press('show')
    clicks.length = 0
    appReady()
    expect([clicks, submits]).toEqual([['show'], []])
  })

  test('ignores presses once the app is ready, and presses that need no app', () => {
    const clicks = received('click')
    press('carousel')
    appReady()
    press('buy')
    expect(clicks).toEqual(['carousel', 'buy'])
  })

  test('shows the cookie banner before the first paint, unless a choice is stored', () => {
    const { dataset } = document.documentElement
    const run = () => {
      delete dataset['consent']
      // oxlint-disable-next-line typescript/no-implied-eval -- the constant is a script, and nothing else is run
      new Function(beforePaint)()
      return dataset['consent']
    }
    expect(run()).toBe('unset')
    localStorage.setItem(cookieConsent, '{}')
    expect(run()).toBeUndefined()
    localStorage.clear()
  })

  test('keeps a cookie choice that is made before the boot script runs, and hides the banner', () => {
    document.body.innerHTML =
      '<button id="all" data-consent-choice="all"><span id="text">Accept all</span></button>'
    press('text')
    const { consentPressed, consent } = document.documentElement.dataset
    expect([consentPressed, consent]).toEqual(['all', undefined])
  })
})
