import { useEffect, useState } from 'react'
import * as storageKeys from '../../../../shared/values/storage-keys.ts'
import { CallError } from '../../lib/call.ts'
import { store, stored } from '../../lib/stored.ts'
import { validateReferral } from './api/validate-referral.ts'

export type Referral =
  { state: 'idle' } | { state: 'loading' } | { state: 'valid' } | { state: 'invalid'; message: string }

/** The token that a referral link carries, if any. */
const referralTokenIn = (search: string): string | undefined => {
  const query = new URLSearchParams(search)
  return query.get('ref') || query.get('referrer') || undefined
}

/** The token to sign up with: of this address, or of the link that led to the site earlier. */
export const referralToken = (): string | undefined =>
  referralTokenIn(window.location.search) ?? stored(storageKeys.pendingReferrerToken) ?? undefined

/** Whether the referral link that led here still counts. It never stands in the way of signing up. */
export const useReferral = (): Referral => {
  const [referral, setReferral] = useState<Referral>({ state: 'idle' })
  useEffect(() => {
    const token = referralTokenIn(window.location.search)
    if (!token) return
    const leaving = new AbortController()
    setReferral({ state: 'loading' })
    store(storageKeys.pendingReferrerToken, token)
    const check = async () => {
      const verdict = await verdictOn(token, leaving.signal)
      if (!leaving.signal.aborted) setReferral(verdict)
    }
    void check()
    return () => leaving.abort()
  }, [])
  return referral
}

const verdictOn = async (token: string, signal: AbortSignal): Promise<Referral> => {
  try {
    const { valid, expired } = await validateReferral(token, signal)
    if (expired) return invalid('This referral link has expired, but you can still sign up.')
    return valid
      ? { state: 'valid' }
      : invalid('This referral link is no longer valid, but you can still sign up.')
  } catch (failure) {
    const answered = failure instanceof CallError && failure.status > 0
    return invalid(answered ? 'Unable to validate token' : 'Validation failed')
  }
}

const invalid = (message: string): Referral => ({ state: 'invalid', message })
