import './effects.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { followSession } from '#web/lib/access.ts'
import { handleAuthHash, isCheckingLink } from '#web/lib/auth-hash.ts'
import { keepWithdrawalKey, offerGuestKey, takeGuestKey } from '#web/lib/guest-key.ts'
import { hydrateInTasks } from '#web/lib/hydration.ts'
import { nextTask } from '#web/lib/next-task.ts'
import { pause } from '#web/lib/pause.ts'
import { currentSession, onSessionEvent } from '#web/lib/session-store.ts'
import { store, stored } from '#web/lib/browser-storage.ts'
import { isTooOld } from '#web/lib/too-old.ts'
import { App } from './app.tsx'
import { preloadPage } from './pages.ts'

const tree = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
)

/** Returns whether the app shows first what the shell shows: the frame of a page, and rows if they have arrived. */
const takesOverFrame = (): boolean => {
  const session = currentSession()
  if (!session || !('early' in document.documentElement.dataset)) return false
  const early = window.earlyCalls?.['get-access']
  // If another user has signed in since (in another tab), what was pressed must not be repeated for them.
  if (early && early.userId !== session.user.id) return false
  followSession()
  return true
}

/** Loads the code of the page after a sign-in, while the user's role is being requested. */
const preloadNextPage = (): void => {
  const next = location.pathname === paths.adminLogin ? paths.admin : paths.library
  // If this fails, the redirect to the page loads it again.
  preloadPage(next).catch(() => undefined)
}

/**
 * Loads the code of a page. A prerendered page stays as it is until then, because its forms contain what the visitor has
 * typed. Rendering other pages tries again, and shows the failure.
 *
 * @throws if the code of a prerendered page has arrived but throws: each import then rejects with the same error
 */
const loadPage = (pathname: string, isPrerendered: boolean, earlier?: unknown): Promise<void> =>
  preloadPage(pathname).catch(async (failure: unknown) => {
    if (!isPrerendered) return
    // Presses are dropped: the visitor may change the form before they could be repeated.
    document.dispatchEvent(new Event('app-failed'))
    if (isTooOld(failure) || failure === earlier) throw failure
    // The second attempt shows at once whether the code throws.
    if (earlier !== undefined) await pause(5000)
    await loadPage(pathname, isPrerendered, failure)
  })

/**
 * Says that the page does not work, and again on each press of a control that needs the app. The message is in the page.
 * Changes nothing else, because the forms of the page contain what the visitor has typed.
 */
const reportFailedPage = (): void => {
  const { dataset } = document.documentElement
  const report = () => {
    document.dispatchEvent(new Event('app-failed'))
    // Screen readers read the message out each time it appears.
    delete dataset.failed
    requestAnimationFrame(() => {
      dataset.failed = ''
    })
  }
  report()
  document.addEventListener('press-kept', report)
}

const start = async (): Promise<void> => {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element with the id root')
  const { pathname } = location
  const isPrerendered = 'prerendered' in root.dataset
  document.addEventListener('app-ready', () => delete window.earlyRows, { once: true })
  // These pages contain the font with only the characters of their own headings. If the file does not arrive, other
  // headings show the fallback font.
  if (isPrerendered || document.querySelector('script[data-frame]'))
    void document.fonts.load("500 1em 'Newsreader Heading'").catch(() => undefined)
  // From now on, links change the page in place.
  document.querySelector('script[type="speculationrules"]')?.remove()
  void handleAuthHash()
  takeGuestKey({
    stored: stored(storageKeys.guestKey),
    save: (key) => store(storageKeys.guestKey, key),
    offer: offerGuestKey,
    keepForWithdrawal: keepWithdrawalKey,
  })
  onSessionEvent((event) => event === 'SIGNED_IN' && preloadNextPage())
  await loadPage(pathname, isPrerendered)
  // Evaluating the code and hydrating the page in one task would block a slow phone for longer.
  await nextTask()
  // If storage is blocked, a sign-in link in the address may have changed the path, so that another page was
  // prerendered.
  const isShown = location.pathname === pathname && (isPrerendered || takesOverFrame())
  // From here on, the script of the first rows changes nothing.
  root.dataset.started = ''
  // The session may change at any moment, and hydration does not correct attributes.
  const mustBeOneTask = isCheckingLink.get()
  if (isShown && !mustBeOneTask) await hydrateInTasks(() => hydrateRoot(root, tree))
  // Presses in the content of a shell are kept until it has been hydrated.
  delete root.dataset.shell
  if (!isShown) createRoot(root).render(tree)
  else if (mustBeOneTask) hydrateRoot(root, tree)
}

start().catch((failure: unknown) => {
  reportFailedPage()
  throw failure
})
