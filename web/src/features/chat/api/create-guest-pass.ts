import { call, callAsGuest } from '../../../lib/call.ts'

/**
 * The address of the payment page for a pass: on the account of who is signed in, else for a guest, whose
 * pass is extended when its key is given. Throws `CallError`, and `Error` when the session has ended.
 */
export const createGuestPass = (buyer: { signedIn: boolean; guestKey: string | undefined }) => {
  const body = buyer.guestKey === undefined ? {} : { guest_key: buyer.guestKey }
  return buyer.signedIn ? call('create-guest-pass', {}) : callAsGuest('create-guest-pass', body)
}
