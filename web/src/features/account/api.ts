import { call, callAsGuest, type CallBody } from '#web/lib/call.ts'

// Every call throws `CallError` when it fails, and `Error` when no user is signed in.

/** Stops the renewal. Access continues until the end of the paid period. */
export const cancelSubscription = () => call('cancel-subscription', {})

/** Undoes a cancellation before the period ends. */
export const resumeSubscription = () => call('resume-subscription', {})

/** Returns the address of the payment provider's page for cards and invoices. */
export const createBillingPortal = () => call('create-billing-portal', {})

/** Permanently deletes the account. */
export const deleteAccount = () => call('delete-account', {})

/** Returns all data that is held about the account. */
export const exportAccountData = () => call('export-account-data', {})

/** Returns the profile of the signed-in account. */
export const getProfile = () => call('get-profile', {})

/** Returns the account's tickets, newest first. */
export const listTickets = () => call('list-tickets', {})

/** Asks a follow-up question about a reply. Returns when the advisers will reply. */
export const askFollowUp = (question: CallBody<'ask-follow-up'>) => call('ask-follow-up', question)

/** Emails a sign-in link, if the address has an account. Throws `CallError` when the call fails. */
export const sendMagicLink = (email: string) => callAsGuest('send-magic-link', { email })
