import { signUp } from '#shared/contract/identity.ts'
import { verifyLink } from '#shared/values/site-map.ts'
import { accountRepository } from '#services/identity/account.repository.ts'
import { finishSignUp } from '#services/identity/finish-sign-up.ts'
import { linkRepository } from '#services/identity/link.repository.ts'
import { pendingSignUpRepository } from '#services/identity/pending-sign-up.repository.ts'
import { signUpCheckRepository } from '#services/identity/sign-up-check.repository.ts'
import { handle as register } from '#services/identity/sign-up/handler.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { readLink } from '#test/kit/link.ts'
import { aSignUp } from '#test/kit/people.ts'
import { type ChaosWorld, emailsTo } from './chaos-world.ts'

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
  const request = { body: form, now: chaos.billing.clock.now() }
  // A sign-up whose response is lost may have emailed its link.
  chaos.promises.signUps.push({ form, isConfirmed: false })
  await callInMemory(signUp, register, request, signUpDependencies(chaos))
}

/** Presses the button of the newest link that was emailed to a visitor. */
export const confirm = async (chaos: ChaosWorld, who: number): Promise<void> => {
  const { billing, promises } = chaos
  const email = `visitor-${who}@users.example`
  const link = emailsTo(chaos, email)
    .flatMap((content) => ('link' in content && content.link?.includes(verifyLink) ? [content.link] : []))
    .at(-1)
  if (link === undefined) return
  const deps = signUpDependencies(chaos)
  const { token } = readLink(link)
  const now = billing.clock.now()
  const found = await deps.links.find(token, 'signup', now)
  if (!found?.user_id || !(await deps.links.consume(token, { ...found, user_id: found.user_id }, now))) return
  const promised = promises.signUps.findLast(({ form }) => form.email === email)
  await finishSignUp({ userId: found.user_id, email }, deps, now)
  if (promised !== undefined) promised.isConfirmed = true
}
