import { signUp } from '#shared/contract/identity.ts'
import { verifyLink } from '#shared/values/site-map.ts'
import { accountRepository } from '#services/identity/account.repository.ts'
import { linkRepository } from '#services/identity/link.repository.ts'
import { pendingSignUpRepository } from '#services/identity/pending-sign-up.repository.ts'
import { signUpCheckRepository } from '#services/identity/sign-up-check.repository.ts'
import { handle as register } from '#services/identity/sign-up/handler.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { readLink } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'
import { type ChaosWorld, emailsTo } from './chaos-world.ts'
import { pressLink } from './links.ts'
import { newestToken } from './referrals.ts'

const siteUrl = 'http://localhost:3000'

/** The dependencies of the sign-up operations. */
export const signUpDependencies = ({ billing: { table }, faults, pool }: ChaosWorld) => ({
  accounts: accountRepository(table),
  signUps: pendingSignUpRepository(table),
  signUpChecks: signUpCheckRepository(table),
  links: linkRepository(table),
  userPool: faults.around('user pool', pool),
  siteUrl,
})

export const openSignUp = async (chaos: ChaosWorld, who: number): Promise<void> => {
  const form = aSignUp({ email: `visitor-${who}@users.example` })
  const addressToken = chaos.promises.addressTokens.get(form.email)
  const body = { ...form, address_token: addressToken, referrer_token: await newestToken(chaos) }
  const request = { body, now: chaos.billing.clock.now() }
  // A sign-up whose response is lost may have emailed its link.
  const promised = { form, isConfirmed: false }
  chaos.promises.signUps.push(promised)
  const { status } = await callInMemory(signUp, register, request, signUpDependencies(chaos))
  if (addressToken !== undefined && status === 200) promised.isConfirmed = true
}

/** Presses the button of the newest link that was emailed to confirm the address of a visitor. */
export const confirm = async (chaos: ChaosWorld, who: number): Promise<void> => {
  const email = `visitor-${who}@users.example`
  const link = emailsTo(chaos, email)
    .flatMap((content) => ('link' in content ? (content.link ?? []) : []))
    .findLast((one) => one.includes(`${verifyLink}?`) && readLink(one).type === 'signup')
  const promised = chaos.promises.signUps.findLast(({ form }) => form.email === email)
  if (link === undefined || !(await pressLink(chaos, link)) || promised === undefined) return
  promised.isConfirmed = true
}
