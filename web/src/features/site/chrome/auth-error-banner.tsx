import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useSession } from '#web/lib/session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ErrorFallback } from '#web/ui/error-fallback.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { reportsAuthError, unknownAuthError, withoutAuthError } from './auth-error-report.ts'
import styles from './chrome.module.css'

/** Loaded on demand, because few links fail. */
const AuthErrorAlert = lazyComponent(() => import('./auth-error-alert.tsx'))

const subscribeToNothing = () => () => {}

/** Returns true after hydration. The prerendered page has no query, so the banner must not show before then. */
const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

interface Report {
  /** The query that reports the error. */
  readonly search: string
  readonly userId: string | undefined
}

/**
 * Returns the reported error until the visitor dismisses it, follows a link or signs in. It is kept when the page
 * redirects, as `/profile` does without a session.
 */
const useReport = (): { report: string | undefined; dismiss: () => void } => {
  const { search, pathname } = useLocation()
  const isRedirect = useNavigationType() === NavigationType.Replace
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const userId = useSession().user?.id
  const [kept, setKept] = useState<Report>()
  const [dismissed, setDismissed] = useState<string>()
  const reportsNow = hydrated && reportsAuthError(search)
  if (reportsNow && kept?.search !== search) setKept({ search, userId })
  if (!reportsNow && kept !== undefined && (!isRedirect || kept.userId !== userId)) setKept(undefined)
  const dismiss = () => {
    setDismissed(kept?.search)
    if (reportsNow) void navigate(pathname + withoutAuthError(search), { replace: true })
    // The pressed button disappears.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return { report: kept?.search === dismissed ? undefined : kept?.search, dismiss }
}

/** Time in which the explanation usually arrives, in milliseconds. */
const usualMs = 3000

/** Shows its children if the explanation takes longer than usual. */
const Late = ({ children }: { children: ReactNode }) => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, usualMs, true)
    return () => clearTimeout(timer)
  }, [])
  return isLate ? children : null
}

/** Explains why an emailed link failed, as reported in the page's query. Dismissing it removes the report. */
export const AuthErrorBanner = () => {
  const { report, dismiss } = useReport()
  if (report === undefined) return null
  const withoutExplanation = (
    <Alert kind="error" onDismiss={dismiss}>
      {unknownAuthError}
    </Alert>
  )
  return (
    <div className={styles.authError}>
      <ErrorFallback fallback={withoutExplanation}>
        <Suspense fallback={<Late>{withoutExplanation}</Late>}>
          <AuthErrorAlert report={report} onDismiss={dismiss} />
        </Suspense>
      </ErrorFallback>
    </div>
  )
}
