import { signUp } from '#shared/contract/identity.ts'
import { verifyLink } from '#shared/values/site-map.ts'
import { handle as register } from '#services/identity/sign-up/handler.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { readLink } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'
import { type ChaosWorld, emailsTo, recordEmails } from './chaos-world.ts'
import { pressLink } from './links.ts'
import { newestToken } from './referrals.ts'
import { signUpDependencies } from './sign-up-dependencies.ts'

export const openSignUp = async (chaos: ChaosWorld, who: number): Promise<void> => {
  const form = aSignUp({ email: `visitor-${who}@users.example` })
  const addressToken = chaos.expected.addressTokens.get(form.email)
  const body = { ...form, address_token: addressToken, referrer_token: await newestToken(chaos) }
  const request = { body, now: chaos.billing.clock.now() }
  // A sign-up whose response is lost may have emailed its link.
  const entry = { form, isConfirmed: false }
  chaos.expected.signUps.push(entry)
  const { status } = await callInMemory(signUp, register, request, signUpDependencies(chaos))
  if (addressToken !== undefined && status === 200) entry.isConfirmed = true
}

/** Presses the button of the newest link that was emailed to confirm the address of a visitor. */
export const confirm = async (chaos: ChaosWorld, who: number): Promise<void> => {
  const email = `visitor-${who}@users.example`
  if (!chaos.expected.signUps.some(({ form }) => form.email === email)) await openSignUp(chaos, who)
  recordEmails(chaos)
  const link = emailsTo(chaos, email)
    .flatMap((content) => ('link' in content ? (content.link ?? []) : []))
    .findLast((one) => one.includes(`${verifyLink}?`) && readLink(one).type === 'signup')
  const entry = chaos.expected.signUps.findLast(({ form }) => form.email === email)
  if (link === undefined || !(await pressLink(chaos, link)) || entry === undefined) return
  entry.isConfirmed = true
}
