import { Suspense, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useStore } from '#web/lib/store.ts'
import { useResult } from '#web/lib/use-result.ts'
import { DialogsHidden } from '#web/ui/dialog.tsx'
import { focusReplacement } from '#web/ui/focus/focus-replacement.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { PageMeta } from '#web/ui/page-meta.tsx'
import { pageTitleId } from '#web/ui/page-title-id.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { getSecondFactor } from '../api.ts'
import { adminDescription } from '../description.ts'
import { EnterCode } from './enter-code.tsx'
import styles from './second-factor.module.css'
import { cancelCalls, resumeCalls, stepUpRequired } from '../step-up.ts'
import { useTitle } from '../use-title.ts'

/** Loaded by admins who set up an app only: it contains the library that draws the QR code. */
const SetUp = lazyComponent(() => import('./set-up.tsx'))

const Checking = ({ slow = false }: { readonly slow?: boolean }) => (
  <div className={styles.checking}>
    <Spinner label={slow ? 'Still checking your access' : 'Checking your access'} size={32} />
  </div>
)

const title = 'Confirm it’s you'

/**
 * Returns the element to which the focus returns: the element that had it, or the page if that element is gone or in a
 * closed menu. Null while it is disabled, like a list in a form that is being sent.
 */
const placeToReturn = (before: Element): HTMLElement | null => {
  const isReachable = before !== document.body && before.isConnected && !before.closest('dialog:not([open])')
  if (!isReachable || !(before instanceof HTMLElement)) return document.querySelector('main')
  return before.matches(':disabled') ? null : before
}

/**
 * Sets the title while the hidden children wait for a code, leaves the id of their heading to that of the form, and
 * closes their menu, which would block the form. Restores the title, the id and the focus afterwards. Returns the
 * reference of the children's element.
 */
const useInterruption = (isInterrupted: boolean) => {
  useTitle(isInterrupted ? title : undefined)
  const children = useRef<HTMLDivElement>(null)
  const focusedBefore = useRef<Element>(null)
  useLayoutEffect(() => {
    if (!isInterrupted) return
    const heading = children.current?.querySelector('h1')
    heading?.removeAttribute('id')
    return () => heading?.setAttribute('id', pageTitleId)
  }, [isInterrupted])
  useLayoutEffect(() => {
    if (isInterrupted) {
      focusedBefore.current = document.activeElement
      for (const menu of children.current?.querySelectorAll<HTMLDialogElement>('dialog[open]') ?? [])
        menu.close()
    } else if (focusedBefore.current) {
      const before = focusedBefore.current
      focusReplacement(() => placeToReturn(before))
    }
  }, [isInterrupted])
  return children
}

/**
 * Shows its children once the admin has entered the second factor after this sign-in. When it expires, the children
 * stay mounted but hidden, so nothing that the admin has typed is lost. The form comes before them: if a heading with
 * the same id appears while they are hidden, the first still names the page.
 */
export const SecondFactorGuard = ({ children }: { readonly children: ReactNode }) => {
  const { result, retry } = useResult(getSecondFactor)
  const isRequired = useStore(stepUpRequired, false)
  const [hasPassed, setHasPassed] = useState(false)
  const state = result.state === 'ready' ? result.data : { is_set_up: true, valid_until: null }
  const isOpen = hasPassed || state.valid_until !== null
  const frame = useInterruption(isOpen && isRequired)
  useEffect(() => cancelCalls, [])
  if (result.state === 'failed')
    return (
      <LoadFailed title="Your access could not be checked" onRetry={retry}>
        {result.message}
      </LoadFailed>
    )
  if (result.state === 'loading' && !hasPassed) return <Checking slow={result.slow} />
  const pass = () => {
    setHasPassed(true)
    resumeCalls()
    // The area replaces the form, as a page replaces another.
    if (!isOpen) focusReplacement(() => document.querySelector('main'))
  }
  return (
    <>
      {isOpen && !isRequired ? null : (
        <>
          {isOpen ? null : <PageMeta title={`${title} · Admin`} description={adminDescription} />}
          {state.is_set_up ? (
            <EnterCode onPassed={pass} onReset={retry} />
          ) : (
            <Suspense fallback={<Checking />}>
              <SetUp onPassed={pass} onAlreadySetUp={retry} />
            </Suspense>
          )}
        </>
      )}
      {isOpen ? (
        <div ref={frame} hidden={isRequired}>
          <DialogsHidden value={isRequired}>{children}</DialogsHidden>
        </div>
      ) : null}
    </>
  )
}
