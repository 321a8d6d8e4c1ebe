/**
 * The only script that a public page loads at first. It handles consent, carousels and fetching the next page without
 * the app, and loads the app when the visitor is about to need it. It must stay below 3.5 KiB; with the live door, which
 * is inline, 5 KiB.
 */
import { speculationRules } from '#shared/values/speculation-rules.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { acceptsAll, mustAskForConsent, storeConsent } from '#web/lib/consent.ts'
import { stepCarousel } from '#web/features/site/home/carousel.ts'
import { takeGuestKey } from '#web/lib/guest-key.ts'
import { loadStyles } from '#web/lib/load-styles.ts'
import { isThrown } from '#web/lib/too-old.ts'
import { opensElsewhere, showAllFrames, showFrame } from '#web/features/site/embed-frame.ts'
import '#web/lib/zod-settings.ts'
import { closeSheetAtBackdrop, openAndCloseSheets } from './command-buttons.ts'

const page = document.documentElement
const { dataset } = document.getElementById('boot') ?? page

let hasMessage = location.search !== ''
/** True if a guest's pass is running: the app shows the time left. */
let hasClock = false

try {
  takeGuestKey({
    stored: localStorage.getItem(storageKeys.guestKey),
    save: (key) => localStorage.setItem(storageKeys.guestKey, key),
  })
  if (localStorage.getItem(storageKeys.guestKey)) {
    page.dataset.pass = ''
    hasClock = Date.parse(localStorage.getItem(storageKeys.sessionExpiry) ?? '') > Date.now()
  }
  // The app shows the pending sign-up, or fills in the message that the visitor was writing.
  if (
    localStorage.getItem(storageKeys.pendingVerificationEmail) ||
    sessionStorage.getItem(storageKeys.contactDraft)
  )
    hasMessage = true
  // The choice that the visitor made before this script ran.
  const { consentPressed } = page.dataset
  if (consentPressed) storeConsent(consentPressed === 'all')
  else if (mustAskForConsent(localStorage)) page.dataset.consent = 'unset'
  if (acceptsAll(localStorage)) showAllFrames()
} catch {
  // Storage is blocked: nothing can be stored, so the banner is not shown.
}

/** The app starts even without a style sheet: the critical rules are in the page. */
const withStyles = (href: string): Promise<void> => loadStyles(href).catch(() => undefined)

let ready: Promise<void> | undefined

/** Loads and starts the app, once. Resolves when the app is ready. */
const loadApp = (): Promise<void> => {
  ready ??= new Promise<void>((resolve, reject) => {
    document.addEventListener('app-ready', () => resolve(), { once: true })
    for (const href of (dataset.chunks ?? '').split(' ').filter(Boolean))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    Promise.all((dataset.styles ?? '').split(' ').filter(Boolean).map(withStyles))
      .then(() => import(/* @vite-ignore */ dataset.app ?? ''))
      .catch(reject)
  })
  return ready
}

/**
 * Loads the app early. After a failure, drops the kept presses, and the next call tries again. If the app threw, the page
 * says so. A page that shows nothing without the app also says so if the connection was lost.
 */
const preloadApp = (): void => {
  loadApp().catch((failure: unknown) => {
    ready = undefined
    document.dispatchEvent(new Event('app-failed'))
    if (dataset.load === 'now' || isThrown(failure)) page.dataset.failed = ''
  })
}

const target = (event: Event, selector: string): HTMLElement | undefined => {
  const found = event.target instanceof Element ? event.target.closest(selector) : null
  return found instanceof HTMLElement ? found : undefined
}

for (const intent of ['pointerover', 'touchstart', 'focusin'])
  document.addEventListener(
    intent,
    (event) => {
      if (!ready && target(event, '[data-app]')) preloadApp()
    },
    { passive: true },
  )

let isReady = false
document.addEventListener('app-ready', () => {
  isReady = true
  delete page.dataset.failed
})

const { pathname } = location
// After a reload, browsers keep this document for earlier addresses that the app has set. Only the app could show them,
// so the page of the address is loaded. Until then, this one keeps its height, or the browser would forget the place.
addEventListener('popstate', ({ isTrusted }) => {
  if (isReady || !isTrusted || location.pathname === pathname) return
  page.style.setProperty('--kept-height', `${history.state?.height ?? 0}px`)
  // The browser restores the place by the second frame.
  requestAnimationFrame(() => requestAnimationFrame(() => location.reload()))
})

// The inline script of the page keeps presses from the first paint on, repeats them when the app is ready, and drops
// them at `app-failed`.
document.addEventListener('press-kept', preloadApp)

/** The element that had the focus before the cookie banner. */
let beforeBanner: EventTarget | null | undefined

const banner = '[data-consent-banner]'
document.addEventListener('focusin', (event) => {
  const { relatedTarget } = event
  if (target(event, banner) && !(relatedTarget instanceof Element && relatedTarget.closest(banner)))
    beforeBanner = relatedTarget
})

/**
 * Moves the focus to where it was before the banner, so that keyboard users do not start at the top of the page again.
 */
const focusPage = (): void => {
  const place = beforeBanner instanceof HTMLElement && beforeBanner.isConnected ? beforeBanner : undefined
  ;(place ?? document.getElementById('main'))?.focus({ preventScroll: true })
}

document.addEventListener('click', closeSheetAtBackdrop)
document.addEventListener('click', (event) => {
  const button = target(event, 'button, a[data-frame]')
  if (!button) return
  const { consentChoice, carouselStep } = button.dataset
  if (consentChoice) {
    storeConsent(consentChoice === 'all')
    // Once the app is ready, it shows the frames itself.
    if (consentChoice === 'all' && !isReady) showAllFrames()
    const hadFocus = document.activeElement === button
    delete page.dataset.consent
    if (hadFocus) focusPage()
  } else if ('consentOpen' in button.dataset) {
    page.dataset.consent = 'unset'
    document.querySelector<HTMLElement>(`${banner} button`)?.focus()
    beforeBanner = button
  } else if (carouselStep) stepCarousel(button)
  else if (button instanceof HTMLAnchorElement) {
    // Once the app is ready, it shows the frame itself. It keeps a frame that is already shown.
    if (isReady || opensElsewhere(event)) return
    event.preventDefault()
    showFrame(button)
  }
  openAndCloseSheets(button)
})

/** Shows the button if the browser and the stage have passkeys. The app checks this itself, but is not loaded yet. */
const showPasskeyButton = async (button: HTMLElement): Promise<void> => {
  const config: { passkeys?: boolean } = await (await fetch('/config.json')).json()
  button.hidden = config.passkeys !== true
}

const passkeyButton = document.querySelector<HTMLElement>('[data-passkey]')
if (passkeyButton && 'PublicKeyCredential' in window)
  // Without the settings, the button appears once the app has loaded them.
  showPasskeyButton(passkeyButton).catch(() => undefined)

const needsAppNow =
  dataset.load === 'now' ||
  // A control that needs the app was pressed or focused before this script ran.
  'pressed' in page.dataset ||
  document.activeElement?.closest('[data-app]') ||
  'session' in page.dataset ||
  // A guest key is still in the address if it was not stored: storage is blocked, or another key is stored.
  /(?:access_token|guest_key)=/.test(location.hash) ||
  new URLSearchParams(location.search).has('error')

if (needsAppNow) preloadApp()
// Safari has no requestIdleCallback. A short time after the first paint is good enough.
else if (hasClock || dataset.load === 'idle' || (dataset.load === 'message' && hasMessage))
  (window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200)))(preloadApp)

/** Adds the rules by which the browser fetches the next page, unless the app is about to change pages in place. */
const addSpeculationRules = (): void => {
  if (ready) return
  document.head.append(
    Object.assign(document.createElement('script'), { type: 'speculationrules', text: speculationRules }),
  )
}

// The rules are added after the first paint, which they delayed by 5 to 10 ms on a slow phone while they were part of
// the page.
requestAnimationFrame(() => setTimeout(addSpeculationRules))
