/**
 * The only script of a public page's first load. It does what cannot wait for the app (consent, carousels),
 * and fetches the app when somebody is about to need it. It must stay below 3 KiB.
 */
import * as storageKeys from '../../../shared/values/storage-keys.ts'
import { mustAskForConsent, storeConsent } from '../features/site/chrome/consent.ts'
import { stepCarousel } from '../features/site/home/carousel.ts'
import { takeGuestKey } from '../lib/guest-key.ts'
import { opensElsewhere, showFrame } from '../features/site/embed-frame.ts'
import { openAndCloseSheets } from './command-buttons.ts'

const page = document.documentElement
const { dataset } = document.getElementById('boot') ?? page

let hasNews = location.search !== ''

try {
  takeGuestKey((name, key) => localStorage.setItem(name, key))
  if (localStorage.getItem(storageKeys.guestKey)) page.dataset.pass = ''
  if (localStorage.getItem(storageKeys.pendingVerificationEmail)) hasNews = true
  if (mustAskForConsent(localStorage)) page.dataset.consent = 'unset'
} catch {
  // Storage may be blocked: then nothing is stored, and the banner stays away.
}

const withStyles = (href: string) =>
  new Promise<void>((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
    // A missing style sheet must not keep the app away: the critical rules are in the page.
    for (const end of ['load', 'error']) link.addEventListener(end, () => resolve())
    document.head.append(link)
  })

let ready: Promise<void> | undefined

/** Fetches and starts the app, once. Resolves when the page answers to it. */
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

/** A network that is down is no reason to break the page: the next attempt tries again. */
const want = (): void => {
  loadApp().catch(() => {
    ready = undefined
  })
}

let isReady = false
document.addEventListener('app-ready', () => {
  isReady = true
})

const target = (event: Event, selector: string): HTMLElement | undefined => {
  const found = event.target instanceof Element ? event.target.closest(selector) : null
  return found instanceof HTMLElement ? found : undefined
}

for (const intent of ['pointerover', 'touchstart', 'focusin'])
  document.addEventListener(
    intent,
    (event) => {
      if (!ready && target(event, '[data-app]')) want()
    },
    { passive: true },
  )

/** Holds what the visitor did until the app can answer, then does it again. */
const hold = (event: Event, again: () => void): void => {
  if (isReady) return
  event.preventDefault()
  want()
  void ready?.then(again, () => {})
}

document.addEventListener('click', (event) => {
  const button = target(event, 'button, a[data-frame]')
  if (!button) return
  const { consentChoice, carouselStep } = button.dataset
  if (consentChoice) {
    storeConsent(consentChoice === 'all')
    delete page.dataset.consent
  } else if ('consentOpen' in button.dataset) {
    page.dataset.consent = 'unset'
    document.querySelector<HTMLElement>('[data-consent-banner] button')?.focus()
  } else if (carouselStep) stepCarousel(button)
  else if (button instanceof HTMLAnchorElement) {
    // The app, which shows it itself once it is there, takes over a frame that is shown already.
    if (isReady || opensElsewhere(event)) return
    event.preventDefault()
    showFrame(button)
  } else if ('app' in button.dataset) hold(event, () => button.click())
  openAndCloseSheets(button)
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (form instanceof HTMLFormElement) hold(event, () => form.requestSubmit())
})

const needsAppNow =
  dataset.load === 'now' ||
  'session' in page.dataset ||
  // Also a guest key that could not be kept here: the app can do without storage.
  /(?:access_token|guest_key)=/.test(location.hash) ||
  new URLSearchParams(location.search).has('error')

if (needsAppNow) want()
// Safari knows no requestIdleCallback; a moment after the first paint is as good.
else if (dataset.load === 'idle' || (dataset.load === 'news' && hasNews))
  (window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200)))(want)
