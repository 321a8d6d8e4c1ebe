import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useStore } from '#web/lib/store.ts'
import { useResult } from '#web/lib/use-result.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { getSecondFactor } from '../api.ts'
import { adminDescription } from '../description.ts'
import { EnterCode } from './enter-code.tsx'
import styles from './second-factor.module.css'
import { cancelCalls, resumeCalls, stepUpRequired } from '../step-up.ts'

/** Loaded by admins who set up an app only: it contains the library that draws the QR code. */
const SetUp = lazy(() => import('./set-up.tsx'))

const Checking = ({ slow = false }: { readonly slow?: boolean }) => (
  <div className={styles.checking}>
    <Spinner label={slow ? 'Still checking your access' : 'Checking your access'} size={32} />
  </div>
)

/**
 * Shows its children once the admin has entered the second factor after this sign-in. When it expires, the children
 * stay mounted but hidden, so nothing that the admin has typed is lost.
 */
export const SecondFactorGuard = ({ children }: { readonly children: ReactNode }) => {
  const { result, retry } = useResult(getSecondFactor)
  const isRequired = useStore(stepUpRequired, false)
  const [hasPassed, setHasPassed] = useState(false)
  useEffect(() => cancelCalls, [])
  if (result.state === 'failed')
    return (
      <LoadFailed title="Your access could not be checked" onRetry={retry}>
        {result.message}
      </LoadFailed>
    )
  if (result.state === 'loading' && !hasPassed) return <Checking slow={result.slow} />
  const state = result.state === 'ready' ? result.data : { is_set_up: true, valid_until: null }
  const isOpen = hasPassed || state.valid_until !== null
  const pass = () => {
    setHasPassed(true)
    resumeCalls()
  }
  return (
    <>
      {isOpen && !isRequired ? null : (
        <>
          <PageMeta title="Confirm it’s you · Admin" description={adminDescription} />
          {state.is_set_up ? (
            <EnterCode onPassed={pass} onReset={retry} />
          ) : (
            <Suspense fallback={<Checking />}>
              <SetUp onPassed={pass} onAlreadySetUp={retry} />
            </Suspense>
          )}
        </>
      )}
      {isOpen ? <div hidden={isRequired}>{children}</div> : null}
    </>
  )
}
