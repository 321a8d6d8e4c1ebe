import { useCallback, useEffect, useRef, useState } from 'react'
import { pageTexts } from '#shared/contract/api-error-codes.ts'
import { isOpen } from '#shared/rules/opening-hours.ts'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { CallError } from '#web/lib/call.ts'
import { openInTab } from '#web/lib/open-tab.ts'
import { refreshIfOutdated } from '#web/lib/outdated-access.ts'
import { onPageRestored } from '#web/lib/page-restored.ts'
import { currentSession } from '#web/lib/session-store.ts'
import { serverNow, serverTimeKnown } from '#web/lib/server-time.ts'
import { stored } from '#web/lib/browser-storage.ts'
import { useOpenHere } from '#web/lib/use-open-here.ts'
import { toast } from '#web/ui/toast.ts'
import { createGuestPass } from './api.ts'

interface Purchase {
  /** True while the payment page is being opened. */
  readonly opening: boolean
  readonly buy: () => void
}

/**
 * Opens the payment page for a new pass, or for more time on the visitor's pass.
 *
 * @param where `here` navigates this page; `tab` opens a new tab, so that a chat on this page continues
 */
export const useBuyPass = (signedIn: boolean, where: 'here' | 'tab'): Purchase => {
  const [opening, setOpening] = useState(false)
  const openHere = useOpenHere()
  // A second click can arrive before the button is disabled.
  const isBusy = useRef(false)
  const reset = useCallback(() => {
    isBusy.current = false
    setOpening(false)
  }, [])
  useEffect(() => onPageRestored(reset), [reset])
  const buy = useCallback(() => {
    if (isBusy.current) return
    // Checked here so that no tab opens only to close again.
    if (where === 'tab' && !isOpen(serverNow())) return showClosed()
    isBusy.current = true
    setOpening(true)
    const openPage = () => createPaymentPage(signedIn)
    if (where === 'tab') void openInTab(openPage).catch(showError).finally(reset)
    else
      openPage().then(openHere, (failure: unknown) => {
        reset()
        showError(failure)
      })
  }, [signedIn, where, reset, openHere])
  return { opening, buy }
}

class OutsideHoursError extends Error {}

/** Returns the address of the payment page. Throws OutsideHoursError, by the server's clock. */
const createPaymentPage = async (signedIn: boolean): Promise<string> => {
  const buyerId = currentSession()?.user.id
  await serverTimeKnown()
  if (!isOpen(serverNow())) throw new OutsideHoursError('The chat is closed')
  const { url } = await createGuestPass({ signedIn, guestKey: stored(storageKeys.guestKey) ?? undefined })
  if (!url) throw new Error('No checkout URL returned')
  // The payment page shows the buyer's address. The buyer may have signed out in another tab, or another user signed in.
  if (signedIn && currentSession()?.user.id !== buyerId) throw new Error('No active session')
  return url
}

const showClosed = (): void =>
  toast({
    title: 'Outside Business Hours',
    description: pageTexts.outside_business_hours,
    variant: 'destructive',
  })

/** API errors whose message tells the visitor what to do. Others get a general text. */
const errorsWithAdvice = new Set([
  'already_subscribed',
  'payment_due',
  'payment_disputed',
  'payment_in_progress',
  'rate_limited',
])

const showError = (failure: unknown): void => {
  const code = failure instanceof CallError ? failure.code : undefined
  if (failure instanceof OutsideHoursError || code === 'outside_business_hours') return showClosed()
  toast({
    title: 'Unable to start checkout',
    description:
      failure instanceof CallError && code !== undefined && errorsWithAdvice.has(code)
        ? failure.message
        : 'Please try again in a moment.',
    variant: 'destructive',
  })
  refreshIfOutdated(failure)
}
