import { useCallback, useEffect, useRef, useState } from 'react'
import { refusals } from '../../../../shared/contract/refusals.ts'
import { isOpen } from '../../../../shared/rules/opening-hours.ts'
import * as storageKeys from '../../../../shared/values/storage-keys.ts'
import { refreshAccess } from '../../lib/access.ts'
import { CallError } from '../../lib/call.ts'
import { openInTab } from '../../lib/open-tab.ts'
import { serverNow, serverTimeKnown } from '../../lib/server-time.ts'
import { stored } from '../../lib/stored.ts'
import { toast } from '../../ui/toast.ts'
import { createGuestPass } from './api/create-guest-pass.ts'

interface Purchase {
  /** The payment page is being opened. */
  readonly opening: boolean
  readonly buy: () => void
}

/**
 * Opens the payment page for a pass, or for more time on the one that the visitor has.
 *
 * @param where `here` takes this page there; `tab` opens a new one, so that a chat goes on meanwhile
 */
export const useBuyPass = (signedIn: boolean, where: 'here' | 'tab'): Purchase => {
  const [opening, setOpening] = useState(false)
  // A second click can come before the button has been drawn as taken.
  const isBusy = useRef(false)
  const settle = useCallback(() => {
    isBusy.current = false
    setOpening(false)
  }, [])
  useReturn(settle)
  const buy = useCallback(() => {
    if (isBusy.current) return
    // Known by now, and better than a tab that opens only to close again.
    if (where === 'tab' && !isOpen(serverNow())) return tellClosed()
    isBusy.current = true
    setOpening(true)
    const page = () => paymentPage(signedIn)
    if (where === 'tab') void openInTab(page).catch(report).finally(settle)
    else
      page().then(
        (url) => window.location.assign(url),
        (failure: unknown) => {
          settle()
          report(failure)
        },
      )
  }, [signedIn, where, settle])
  return { opening, buy }
}

/** The Back button brings the page as it was left, with its button taken. */
const useReturn = (settle: () => void): void => {
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) settle()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [settle])
}

class OutsideHours extends Error {}

/** Throws OutsideHours without asking; by the server's clock, for which a click that comes early waits. */
const paymentPage = async (signedIn: boolean): Promise<string> => {
  await serverTimeKnown()
  if (!isOpen(serverNow())) throw new OutsideHours('The chat is closed')
  const { url } = await createGuestPass({ signedIn, guestKey: stored(storageKeys.guestKey) ?? undefined })
  if (!url) throw new Error('No checkout URL returned')
  return url
}

const tellClosed = (): void =>
  toast({
    title: 'Outside Business Hours',
    description: refusals.outside_business_hours.message,
    variant: 'destructive',
  })

/** Refusals whose own words tell what to do; anything else is ours or the payment provider's to put right. */
const telling = new Set(['already_subscribed', 'payment_in_progress', 'rate_limited'])

const report = (failure: unknown): void => {
  const code = failure instanceof CallError ? failure.code : undefined
  if (failure instanceof OutsideHours || code === 'outside_business_hours') return tellClosed()
  toast({
    title: 'Unable to start checkout',
    description:
      failure instanceof CallError && code !== undefined && telling.has(code)
        ? failure.message
        : 'Please try again in a moment.',
    variant: 'destructive',
  })
  // The page was out of date: another tab or device has subscribed.
  if (code === 'already_subscribed') void refreshAccess()
}
