import { useEffect, useState } from 'react'
import * as storageKeys from '#shared/values/storage-keys.ts'
import { CallError } from '#web/lib/call.ts'
import { store, stored } from '#web/lib/browser-storage.ts'
import { validateReferral } from './api.ts'

export type Referral =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'valid' }
  | { state: 'invalid'; message: string }

/** Returns the referral token in a query, if any. */
const referralTokenIn = (search: string): string | undefined => {
  const query = new URLSearchParams(search)
  return query.get('ref') || query.get('referrer') || undefined
}

/** Returns the referral token for a sign-up: from this page's address, or stored from an earlier visit. */
export const referralToken = (): string | undefined =>
  referralTokenIn(window.location.search) ?? stored(storageKeys.pendingReferrerToken) ?? undefined

/** Validates the referral link that the visitor followed. An invalid link never blocks the sign-up. */
export const useReferral = (): Referral => {
  const [referral, setReferral] = useState<Referral>({ state: 'idle' })
  useEffect(() => {
    const token = referralTokenIn(window.location.search)
    if (!token) return
    const controller = new AbortController()
    setReferral({ state: 'loading' })
    store(storageKeys.pendingReferrerToken, token)
    const check = async () => {
      const result = await checkReferral(token, controller.signal)
      if (!controller.signal.aborted) setReferral(result)
    }
    void check()
    return () => controller.abort()
  }, [])
  return referral
}

const checkReferral = async (token: string, signal: AbortSignal): Promise<Referral> => {
  try {
    const { valid, expired } = await validateReferral(token, signal)
    if (expired) return invalid('This referral link has expired, but you can still sign up.')
    return valid
      ? { state: 'valid' }
      : invalid('This referral link is no longer valid, but you can still sign up.')
  } catch (failure) {
    const hasResponse = failure instanceof CallError && failure.status > 0
    return invalid(hasResponse ? 'Unable to validate token' : 'Validation failed')
  }
}

const invalid = (message: string): Referral => ({ state: 'invalid', message })
