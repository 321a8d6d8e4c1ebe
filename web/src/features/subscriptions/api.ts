import { callForPageUser, forPageUser } from '#web/lib/call-for-page-user.ts'
import { call, type CallBody } from '#web/lib/call.ts'

// Every call throws `CallError` when it fails, and `Error` when no user is signed in.

/** Returns the address of the hosted payment page. */
export const createCheckout = (body: CallBody<'create-checkout'>) => callForPageUser('create-checkout', body)

/** Returns the profile of the signed-in account. */
export const getProfile = () => forPageUser(() => call('get-profile', {}, { timeoutMs: 10_000 }))
