import fc from 'fast-check'
import {
  checkPendingSignUp,
  resendConfirmation,
  sendMagicLink,
  sendPasswordResetEmail,
} from '#shared/contract/identity.ts'
import { verifyLink } from '#shared/values/site-map.ts'
import { accountRepository } from '#services/identity/account.repository.ts'
import { addressChangeRepository } from '#services/identity/address-change.repository.ts'
import { handle as checkPending } from '#services/identity/check-pending-sign-up/handler.ts'
import { linkRepository } from '#services/identity/link.repository.ts'
import { pendingSignUpRepository } from '#services/identity/pending-sign-up.repository.ts'
import { handle as resend } from '#services/identity/resend-confirmation/handler.ts'
import { handle as sendLink } from '#services/identity/send-magic-link/handler.ts'
import { handle as sendReset } from '#services/identity/send-password-reset-email/handler.ts'
import {
  challengeDependencies,
  handle as verifyAuthChallenge,
} from '#services/identity/verify-auth-challenge/handler.ts'
import { handle as verify } from '#services/identity/verify-link/handler.ts'
import { challengeEvent } from '#test/kit/in-memory/identity.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { readLink } from '#test/kit/link.ts'
import { type ChaosWorld, recordEmails } from './chaos-world.ts'
import { signUpDependencies } from './sign-up-dependencies.ts'

const kinds = ['magic link', 'reset', 'confirmation', 'check'] as const

/** Requests for links by email, and the pages that they open. */
export type LinkStep =
  | { readonly do: 'request-link'; readonly kind: (typeof kinds)[number]; readonly to: number }
  /** Presses the button of the nth emailed link, newest first. */
  | { readonly do: 'press-link'; readonly nth: number }

export const linkStep: fc.Arbitrary<LinkStep> = fc.oneof(
  fc.record({
    do: fc.constant('request-link'),
    kind: fc.constantFrom(...kinds),
    to: fc.nat(4),
  }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('press-link'), nth: fc.nat(3) }) },
)

const addresses = ['visitor-0', 'visitor-1', 'visitor-2', 'ana', 'ben'].map((name) => `${name}@users.example`)

const requestLink = async (
  chaos: ChaosWorld,
  { kind, to }: Extract<LinkStep, { do: 'request-link' }>,
): Promise<void> => {
  const { table, clock, deps } = chaos.billing
  const email = addresses[to] ?? ''
  const request = { body: { email }, now: clock.now() }
  const signUps = pendingSignUpRepository(table)
  const links = {
    accounts: accountRepository(table),
    signUps,
    links: linkRepository(table),
    siteUrl: deps.siteUrl,
  }
  if (kind === 'magic link') await callInMemory(sendMagicLink, sendLink, request, links)
  else if (kind === 'reset') await callInMemory(sendPasswordResetEmail, sendReset, request, links)
  else if (kind === 'confirmation') await callInMemory(resendConfirmation, resend, request, links)
  else {
    const isPendingPassword = (userId: string, password: string) =>
      chaos.faults.call('user pool', async () => chaos.pool.hasPassword(userId, password))
    const body = { email, password: 'not the password' }
    await callInMemory(checkPendingSignUp, checkPending, { ...request, body }, { signUps, isPendingPassword })
  }
}

/**
 * Issues tokens as the user pool does, if its trigger accepts the answer: the token of a link, or a passkey's grant.
 */
export const answerChallenge = async (
  { billing, pool, sessions }: ChaosWorld,
  userId: string,
  answer: string,
) => {
  const now = billing.clock.now()
  const { response } = await verifyAuthChallenge(
    challengeEvent(userId, answer, !pool.has(userId)),
    challengeDependencies(billing.table),
    now,
  )
  if (!response.answerCorrect) return undefined
  sessions.push({ account: userId, at: now, isEnded: false })
  return { accessToken: userId, refreshToken: 'refresh', expiresInSeconds: 900 }
}

/**
 * Presses the button on the page of an emailed link. Returns whether it worked.
 *
 * @throws Error if a link works twice
 */
export const pressLink = async (chaos: ChaosWorld, link: string): Promise<boolean> => {
  const { billing, expected } = chaos
  const { statusCode, headers } = await verify(
    {
      method: 'POST',
      parameters: {},
      query: new URLSearchParams(),
      bytes: Buffer.from(new URLSearchParams(readLink(link)).toString()),
      header: () => undefined,
      now: billing.clock.now(),
      client: { address: '198.18.0.1' },
    },
    {
      ...signUpDependencies(chaos),
      accounts: accountRepository(billing.table),
      addressChanges: addressChangeRepository(billing.table),
      signInByLink: (userId, token) => answerChallenge(chaos, userId, token),
    },
  )
  const fragment = new URLSearchParams(new URL(String(headers?.['location'] ?? 'about:blank')).hash.slice(1))
  const addressToken = fragment.get('address_token')
  if (addressToken !== null) {
    expected.addressTokens.set(String(fragment.get('email')), addressToken)
    return true
  }
  const hasWorked = statusCode === 200 || fragment.has('access_token')
  if (hasWorked && expected.usedLinks.has(link)) throw new Error('A link worked twice')
  if (hasWorked) expected.usedLinks.add(link)
  return hasWorked
}

/** Returns all links to confirmation pages that were emailed, newest first. */
const emailedLinks = ({ billing }: ChaosWorld): string[] =>
  [...billing.sentEmails.values()]
    .flatMap((content) =>
      'link' in content && content.link?.includes(`${verifyLink}?`) === true ? [content.link] : [],
    )
    .toReversed()

export const runLinkStep = async (chaos: ChaosWorld, step: LinkStep): Promise<void> => {
  if (step.do === 'request-link') return requestLink(chaos, step)
  recordEmails(chaos)
  const links = emailedLinks(chaos)
  const link = links[step.nth % Math.max(1, links.length)]
  if (link !== undefined) await pressLink(chaos, link)
}
