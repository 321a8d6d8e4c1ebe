import { createReferral } from '#shared/contract/referrals.ts'
import { resendConfirmation, signUp } from '#shared/contract/identity.ts'
import { callOk, type Signed } from './call.ts'
import { inbox } from './inbox.ts'
import { linkFor, pressButton } from './link.ts'
import { aSignUp } from './people.ts'

const confirm = /Confirm your email/

/** Creates a referral link with a referrer that no other test uses. */
export const aReferral = async (as: Signed) => {
  const referrer_name = `Harbour Lettings ${crypto.randomUUID()}`
  const { token, url } = await callOk(createReferral, { as, body: { referrer_name } })
  return { referrer_name, token, url }
}

/** Signs up with a referral token and returns the address, which is not confirmed yet. */
export const signUpWith = async (referrer_token: string): Promise<string> => {
  const body = aSignUp({ referrer_token })
  await callOk(signUp, { body })
  return body.email
}

/** Confirms an address with its newest link. */
export const verify = async (email: string) => pressButton(await linkFor(email, confirm))

/** Returns the two links of a sign-up. Both work. */
export const twoLinks = async (email: string): Promise<string[]> => {
  await callOk(resendConfirmation, { body: { email } })
  const mails = await inbox.waitForCount(email, 2)
  return mails.flatMap(({ links }) => links.filter((link) => link.includes('/auth/verify')))
}
