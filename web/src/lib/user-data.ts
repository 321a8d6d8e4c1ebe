import * as storageKeys from '#shared/values/storage-keys.ts'
import { clearChatState } from './chat-state.ts'
import { planOfThisTab } from './saved-plan.ts'
import { store, stored, storeInTab } from './stored.ts'

/** Removes what belongs to the session that ends: the chat, the end of a pass and the ticket form. */
export const clearSessionData = (): void => {
  clearChatState()
  // When the account's pass ends. The end of a guest pass is loaded again with its key.
  store(storageKeys.sessionExpiry, null)
  storeInTab(storageKeys.ticketDraft, null)
  storeInTab(storageKeys.conversation, null)
}

const pendingSignUpKeys = [
  storageKeys.pendingVerificationEmail,
  storageKeys.pendingSignupPlan,
  storageKeys.pendingReferrerToken,
  storageKeys.pendingSignupRedirect,
  storageKeys.pendingSignupUserInfo,
  storageKeys.pendingSignupId,
] as const

/**
 * Removes the stored sign-up of another user, so that it does not redirect the user who signs in with `email`. Keeps a
 * sign-up whose owner is not known, the guest key, which belongs to the browser, and a plan chosen in this tab.
 */
export const clearSignUpOfOthers = (email: string): void => {
  const owner = signUpAddress()
  if (owner === undefined || owner === normalized(email)) return
  const plan = planOfThisTab()
  for (const key of pendingSignUpKeys) store(key, null)
  if (plan === undefined) store(storageKeys.selectedPlan, null)
}

const normalized = (email: string): string => email.trim().toLowerCase()

/** Returns the address of the stored sign-up, if any. */
const signUpAddress = (): string | undefined => {
  const email =
    stored(storageKeys.pendingVerificationEmail) ?? emailIn(stored(storageKeys.pendingSignupUserInfo))
  return email ? normalized(email) : undefined
}

const emailIn = (userInfo: string | null): string | undefined => {
  try {
    const value: unknown = JSON.parse(userInfo ?? 'null')
    const email: unknown =
      typeof value === 'object' && value !== null ? Reflect.get(value, 'email') : undefined
    return typeof email === 'string' ? email : undefined
  } catch {
    // Not written by the sign-up form: its owner is not known.
    return undefined
  }
}
