import { createReferral } from '#shared/contract/referrals.ts'
import { signUp } from '#shared/contract/identity.ts'
import { callOk, type SignedInUser } from './call.ts'
import { linkFor, pressButton } from './link.ts'
import { aSignUp } from './people.ts'

const confirm = /Confirm your email/

/** Creates a referral link with a referrer that no other test uses. */
export const aReferral = async (as: SignedInUser) => {
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
