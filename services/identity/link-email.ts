import type { EmailContent } from '#shared/contract/email.ts'
import { linkLifeSeconds } from '#shared/values/limits.ts'
import type { SubscriptionPlan } from '#shared/values/plans.ts'
import * as paths from '#shared/values/site-map.ts'
import type { ProfileRecord } from '#platform/account/records.ts'
import { hashOf } from '#platform/crypto.ts'
import { env } from '#platform/env.ts'
import type { Table } from '#platform/table/table.ts'
import { type AccountRepository, accountRepository } from './account.repository.ts'
import { type LinkRepository, linkRepository, type LinkType } from './link.repository.ts'
import { withMinimumDuration } from './minimum-duration.ts'
import { type PendingSignUpRepository, pendingSignUpRepository } from './pending-sign-up.repository.ts'

export interface LinkEmailDependencies {
  readonly accounts: AccountRepository
  readonly signUps: PendingSignUpRepository
  readonly links: LinkRepository
  readonly siteUrl: string
}

/** Creates the production dependencies of the operations that send a link. */
export const linkEmailDependencies = (table: Table): LinkEmailDependencies => ({
  accounts: accountRepository(table),
  signUps: pendingSignUpRepository(table),
  links: linkRepository(table),
  siteUrl: env('SITE_URL'),
})

interface SignInLink {
  readonly type: Extract<LinkType, 'magiclink' | 'recovery'>
  readonly redirect: `/${string}`
  readonly template: 'magic-link' | 'reset-password'
}

interface VerificationRecipient {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly plan: SubscriptionPlan | undefined
  readonly now: Date
}

/** Longer than the work for an address that has an account, in milliseconds. */
const minDurationMs = 250

/** Creates a link that verifies the address of a sign-up: its URL, and the write that makes it work. */
export const verificationLink = (
  links: LinkRepository,
  siteUrl: string,
  recipient: VerificationRecipient,
) => {
  const { plan } = recipient
  const redirect =
    plan === undefined ? paths.signUpComplete : (`${paths.signUpComplete}?plan=${plan}` as const)
  const { path, write } = links.issue({ type: 'signup', redirect, ...recipient })
  return { url: `${siteUrl}${path}`, write, hours: linkLifeSeconds.signup / 3600 }
}

const recipientOf = (profile: ProfileRecord, now: Date) => ({
  userId: profile.user_id,
  email: profile.email,
  name: profile.full_name,
  now,
})

/** Queues an email with a further link of a pending sign-up. */
const queueVerificationEmail = async (
  { accounts, links, siteUrl }: LinkEmailDependencies,
  profile: ProfileRecord,
  now: Date,
  plan: SubscriptionPlan | undefined,
): Promise<void> => {
  const { url, write, hours } = verificationLink(links, siteUrl, { ...recipientOf(profile, now), plan })
  const content: EmailContent = { template: 'verify-address', link: url, hours }
  await accounts.queueLinkEmail({ owner: profile.user_id, email: profile.email }, write, content, now)
}

/** Queues an email with a link that confirms an address and discards its pending sign-ups. */
const queueRestartEmail = async (
  { accounts, links, siteUrl }: LinkEmailDependencies,
  email: string,
  now: Date,
): Promise<void> => {
  const { path, write } = links.issue({
    type: 'restart',
    userId: null,
    email,
    name: '',
    redirect: paths.signUp,
    now,
  })
  const hours = linkLifeSeconds.restart / 3600
  const content: EmailContent = { template: 'confirm-address', link: `${siteUrl}${path}`, hours }
  await accounts.queueLinkEmail({ owner: hashOf(email), email }, write, content, now)
}

/**
 * Queues an email with a link that signs in, if the address has an account. An address with pending sign-ups gets a
 * link that confirms the address and discards them instead: strangers may have chosen their passwords. Takes the
 * same time for every address, so that the response does not reveal which addresses have an account.
 */
export const queueSignInEmail = (
  deps: LinkEmailDependencies,
  email: string,
  { type, redirect, template }: SignInLink,
  now: Date,
): Promise<void> =>
  withMinimumDuration(minDurationMs, async () => {
    const [account, signUps] = await Promise.all([
      deps.accounts.findByEmail(email),
      deps.signUps.list(email, 1),
    ])
    if (account === undefined) return signUps.length === 0 ? undefined : queueRestartEmail(deps, email, now)
    const { profile } = account
    const { path, write } = deps.links.issue({ type, redirect, ...recipientOf(profile, now) })
    const minutes = linkLifeSeconds[type] / 60
    const content: EmailContent = {
      template,
      name: profile.full_name,
      link: `${deps.siteUrl}${path}`,
      minutes,
    }
    const { user_id: owner } = profile
    await deps.accounts.queueLinkEmail({ owner, email, account: owner }, write, content, now)
  })

/**
 * Queues an email to the owner of an account about an attempt to sign up with its address, or to change the address of
 * another account to it.
 */
export const queueAlreadyRegisteredEmail = async (
  { accounts, links, siteUrl }: Omit<LinkEmailDependencies, 'signUps'>,
  profile: ProfileRecord,
  attempt: 'sign-up' | 'email-change',
  now: Date,
): Promise<void> => {
  const { path, write } = links.issue({
    type: 'recovery',
    redirect: paths.resetPassword,
    ...recipientOf(profile, now),
  })
  const content = {
    template: 'already-registered',
    name: profile.full_name,
    attempt,
    link: `${siteUrl}${paths.login}`,
    reset: { link: `${siteUrl}${path}`, minutes: linkLifeSeconds.recovery / 60 },
  } as const
  await accounts.queueAlreadyRegisteredEmail(profile, write, content, now)
}

/**
 * Queues an email with a further link of the address's pending sign-up. If there are several, it cannot be known
 * which one its owner made, so the link discards them all. If the address has an account, the email says so. Takes the
 * same time for every address.
 */
export const resendVerificationEmail = (
  deps: LinkEmailDependencies,
  email: string,
  plan: SubscriptionPlan | undefined,
  now: Date,
): Promise<void> =>
  withMinimumDuration(minDurationMs, async () => {
    const [account, [signUp, other]] = await Promise.all([
      deps.accounts.findByEmail(email),
      deps.signUps.list(email, 2),
    ])
    if (signUp === undefined) return
    // The sign-in form says "Email not confirmed" to an owner who has signed up again.
    if (account !== undefined) return queueAlreadyRegisteredEmail(deps, account.profile, 'sign-up', now)
    return other === undefined
      ? queueVerificationEmail(deps, signUp, now, plan)
      : queueRestartEmail(deps, email, now)
  })
