import { createGuestPass, verifyGuestPass, verifyPayment } from '#shared/contract/passes.ts'
import { callOk, type SignedInUser } from './call.ts'
import { sessionOf, stripe } from './stripe.ts'

/** Opens the payment page for a pass, as a guest or as a signed-in user. */
export const openPass = async ({ as, heldKey }: { as?: SignedInUser; heldKey?: string } = {}) => {
  const body = heldKey === undefined ? {} : { guest_key: heldKey }
  const { url, guest_key } = await callOk(createGuestPass, as === undefined ? { body } : { as, body })
  return { session: sessionOf(url), promisedKey: guest_key }
}

/** Pays for a guest pass and returns to the site. Returns the key and the session. */
export const buyGuestPass = async (heldKey?: string) => {
  const { session, promisedKey } = await openPass(heldKey === undefined ? {} : { heldKey })
  await stripe.pay(session)
  const answer = await callOk(verifyGuestPass, { body: { session_id: session } })
  if (!('guest_key' in answer)) throw new Error(`The paid session returned no key: ${answer.status}`)
  return { session, promisedKey, guestKey: answer.guest_key }
}

/** Pays for a pass of a signed-in user and returns to the site. Returns the session. */
export const buyPass = async (as: SignedInUser): Promise<string> => {
  const { session } = await openPass({ as })
  await stripe.pay(session)
  await callOk(verifyPayment, { as, body: { session_id: session } })
  return session
}
