import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { brand } from '#shared/values/brand.ts'
import { usePageKey } from '#web/lib/page-user.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { AuthErrorBanner } from './auth-error-banner.tsx'
import styles from './chrome.module.css'
import { CookieBanner } from './cookie-banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LinkQuestions } from './link-questions.tsx'
import { OwnTask } from './own-task.tsx'
import { PageErrors } from './page-errors.tsx'
import { SessionInMemory } from './session-in-memory.tsx'
import { isReturn, useKeptHeight } from './use-kept-height.ts'

/**
 * After navigation within the app, scrolls to the top and moves the focus to the page, as a page load does. When the
 * visitor returns to a page, the browser restores the scroll position.
 */
const useScrollAndFocusReset = () => {
  const { pathname, hash } = useLocation()
  const main = useRef<HTMLElement>(null)
  useKeptHeight(main)
  const previousPath = useRef(pathname)
  useEffect(() => {
    if (previousPath.current === pathname) return
    previousPath.current = pathname
    // The fragments of some links are tokens, which are not valid selectors.
    const place = document.getElementById(hash.slice(1))
    if (place) place.scrollIntoView()
    else if (!isReturn()) window.scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [pathname, hash])
  return main
}

/** Frame of every page: a bar above it, header, banners, footer and the region for toasts. */
export const Layout = ({
  bar,
  toasts,
  onReady,
}: {
  readonly bar?: ReactNode
  readonly toasts?: ReactNode
  readonly onReady?: () => void
}) => (
  <>
    {bar}
    <p className={styles.old} data-nosnippet>
      Your browser is too old for parts of this site. Please update it, or email us at {brand.supportEmail}.
    </p>
    <p className={styles.failed} role="alert" data-nosnippet>
      Part of this page couldn’t start. If you’ve typed anything, copy it, then{' '}
      {/* Without the app, the link loads the same address again. */}
      <a href="">reload the page</a>. If that doesn’t help, your browser may be too old: please update it, or
      email us at {brand.supportEmail}.
    </p>
    <OwnTask>
      <Header />
    </OwnTask>
    {/* Shown at the bottom of the window, but placed before the page, so that it is not painted later. */}
    <CookieBanner />
    <AuthErrorBanner />
    <OwnTask>
      <Main onReady={onReady} />
    </OwnTask>
    <OwnTask>
      <Footer />
    </OwnTask>
    <LinkQuestions />
    {toasts}
  </>
)

const Main = ({ onReady }: { readonly onReady?: (() => void) | undefined }) => (
  <main
    id="main"
    aria-labelledby={pageTitleId}
    tabIndex={-1}
    ref={useScrollAndFocusReset()}
    className={styles.main}
  >
    <SessionInMemory />
    <PageErrors path={useLocation().pathname}>
      <Suspense fallback={<Loading />}>
        <Outlet key={usePageKey()} />
        <Ready onReady={onReady} />
      </Suspense>
    </PageErrors>
  </main>
)

/** A spinner in place of a page. In the shell of a page, it appears after a second. */
export const Loading = () => (
  <div className={styles.loading}>
    <Spinner label="Loading" size={32} />
  </div>
)

/** Calls `onReady` once the page beside it has loaded. */
const Ready = ({ onReady }: { readonly onReady?: (() => void) | undefined }) => {
  useEffect(() => onReady?.(), [onReady])
  return null
}
