import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { Spinner } from '../../../ui/spinner.tsx'
import { AuthErrorBanner } from './auth-error-banner.tsx'
import styles from './chrome.module.css'
import { CookieBanner } from './cookie-banner.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { PageErrors } from './page-errors.tsx'

/** After a move within the app: the top of the new page and the keyboard's place in it, as a load gives. */
const useFreshStart = () => {
  const { pathname, hash } = useLocation()
  const main = useRef<HTMLElement>(null)
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (hash) document.querySelector(hash)?.scrollIntoView()
    else window.scrollTo({ top: 0, behavior: 'instant' })
    main.current?.focus({ preventScroll: true })
  }, [pathname, hash])
  return main
}

/** What every page of the site has around it. `toasts` is where they show. */
export const Layout = ({
  toasts,
  onReady,
}: {
  readonly toasts?: ReactNode
  readonly onReady?: () => void
}) => (
  <>
    <Header />
    <AuthErrorBanner />
    <Main onReady={onReady} />
    <Footer />
    <CookieBanner />
    {toasts}
  </>
)

const Main = ({ onReady }: { readonly onReady?: (() => void) | undefined }) => (
  <main id="main" tabIndex={-1} ref={useFreshStart()} className={styles.main}>
    <PageErrors path={useLocation().pathname}>
      <Suspense fallback={<Loading />}>
        <Outlet />
        <Ready onReady={onReady} />
      </Suspense>
    </PageErrors>
  </main>
)

const Loading = () => (
  <div className={styles.loading}>
    <Spinner label="Loading" size={32} />
  </div>
)

/** Stands beside the page, so that it is ready only when the page is. */
const Ready = ({ onReady }: { readonly onReady?: (() => void) | undefined }) => {
  useEffect(() => onReady?.(), [onReady])
  return null
}
