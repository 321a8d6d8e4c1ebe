import { createReferral } from '../../shared/contract/referrals.ts'
import { resendConfirmation, signUp } from '../../shared/contract/identity.ts'
import { callOk, type Signed } from './call.ts'
import { inbox } from './inbox.ts'
import { linkFor, pressButton } from './link.ts'
import { aSignUp } from './people.ts'

const confirm = /Confirm your email/

/** Makes a referral link for a referrer whom no other test knows. */
export const aReferral = async (as: Signed) => {
  const referrer_name = `Harbour Lettings ${crypto.randomUUID()}`
  const { token, url } = await callOk(createReferral, { as, body: { referrer_name } })
  return { referrer_name, token, url }
}

/** Signs somebody new up with a token: their address, which waits to be confirmed. */
export const signUpWith = async (referrer_token: string): Promise<string> => {
  const body = aSignUp({ referrer_token })
  await callOk(signUp, { body })
  return body.email
}

/** Confirms the address by the newest of its links. */
export const verify = async (email: string) => pressButton(await linkFor(email, confirm))

/** A sign-up's two links, both of which work. */
export const twoLinks = async (email: string): Promise<string[]> => {
  await callOk(resendConfirmation, { body: { email } })
  const mails = await inbox.waitForCount(email, 2)
  return mails.flatMap(({ links }) => links.filter((link) => link.includes('/auth/verify')))
}
