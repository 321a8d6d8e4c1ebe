import * as storageKeys from '#shared/values/storage-keys.ts'
import { clearChatState } from './chat-state.ts'
import { planOfThisTab } from './saved-plan.ts'
import { store, stored, storedInTab, storeInTab } from './browser-storage.ts'
import { postToTabs } from './tab-channel.ts'

/** The keys of unsent texts, in session storage. Each is JSON with the `userId` of its author. */
export const draftKeys = [
  storageKeys.ticketDraft,
  storageKeys.contactDraft,
  storageKeys.followUpDraft,
  storageKeys.inboxReplies,
] as const

/** The channel that reports to other tabs whose unsent texts must be removed. */
export const textsClearedChannel = 'unsent-texts-cleared'

/**
 * Removes what belongs to the session that ends: the chat, the end of a pass and the unsent texts. Other tabs remove
 * the unsent texts of this user, who may have left them open on a shared computer.
 */
export const clearSessionData = (userId?: string): void => {
  clearChatData()
  for (const key of draftKeys) storeInTab(key, null)
  if (userId !== undefined) postToTabs(textsClearedChannel, userId)
}

/** Removes the unsent texts of a user from this tab. */
export const clearTextsOf = (userId: unknown): void => {
  for (const key of draftKeys) if (authorOf(key) === userId) storeInTab(key, null)
}

/** Returns the author of an unsent text, or undefined if it is a visitor's or there is none. */
const authorOf = (key: (typeof draftKeys)[number]): string | undefined => fieldIn(storedInTab(key), 'userId')

/**
 * Removes the chat and the end of a pass. Keeps the unsent texts: the session may have ended on another device while its
 * user was writing. Only this user sees them again.
 */
export const clearChatData = (): void => {
  clearChatState()
  // Removes the end of the account's pass. The end of a guest pass is removed too, and loaded again with its key.
  store(storageKeys.sessionExpiry, null)
  storeInTab(storageKeys.conversation, null)
}

/** The keys of a sign-up, in local storage. Some contain personal data. */
export const signUpKeys = [
  storageKeys.pendingVerificationEmail,
  storageKeys.pendingSignupPlan,
  storageKeys.pendingReferrerToken,
  storageKeys.pendingSignupRedirect,
  storageKeys.pendingSignupUserInfo,
  storageKeys.pendingSignupId,
] as const

/**
 * Removes the unsent texts and the stored sign-up of any user other than the one who signs in, so that the sign-up does
 * not redirect this user. Keeps a sign-up whose owner is not known, the guest key, which belongs to the browser, and a
 * plan chosen in this tab.
 */
export const clearDataOfOthers = ({ id, email }: { readonly id: string; readonly email: string }): void => {
  for (const key of draftKeys) if (authorOf(key) !== id) storeInTab(key, null)
  const owner = signUpAddress()
  if (owner === undefined || owner === normalised(email)) return
  const plan = planOfThisTab()
  for (const key of signUpKeys) store(key, null)
  if (plan === undefined) store(storageKeys.selectedPlan, null)
}

const normalised = (email: string): string => email.trim().toLowerCase()

/** Returns the address of the stored sign-up, if any. */
const signUpAddress = (): string | undefined => {
  const email =
    stored(storageKeys.pendingVerificationEmail) ??
    fieldIn(stored(storageKeys.pendingSignupUserInfo), 'email')
  return email ? normalised(email) : undefined
}

const fieldIn = (json: string | null, name: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(json ?? 'null')
    const field: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
    return typeof field === 'string' ? field : undefined
  } catch {
    // Our forms did not write this value, so its owner is not known.
    return undefined
  }
}
