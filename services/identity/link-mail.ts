import type { MailContent } from '../../shared/contract/mail.ts'
import { linkLifeSeconds } from '../../shared/values/limits.ts'
import type { SubscriptionPlan } from '../../shared/values/plans.ts'
import type { ProfileRecord } from '../platform/table/records.ts'
import type { AccountRepository } from './account.repository.ts'
import type { LinkRepository, LinkType } from './link.repository.ts'
import { takingAtLeast } from './steady.ts'
import { verificationLink } from './verification.ts'

export interface LinkMailNeeds {
  readonly accounts: AccountRepository
  readonly links: LinkRepository
  readonly siteUrl: string
}

interface Wanted {
  readonly type: Exclude<LinkType, 'signup'>
  readonly redirect: `/${string}`
  readonly template: 'magic-link' | 'reset-password'
}

/** Longer than the work for an address that has an account, in milliseconds. */
const steadyMs = 250

/** The person with this address, found and written to in a time that says nothing about whether there is one. */
export const forOwner = async (
  accounts: AccountRepository,
  email: string,
  act: (profile: ProfileRecord) => Promise<void>,
): Promise<void> => {
  await takingAtLeast(steadyMs, async () => {
    const userId = await accounts.idOf(email)
    const profile = userId === undefined ? undefined : (await accounts.find(userId))?.profile
    if (profile !== undefined) await act(profile)
  })
}

const personOf = (profile: ProfileRecord, now: Date) => ({
  userId: profile.user_id,
  email: profile.email,
  name: profile.full_name,
  now,
})

/** Mails the link that verifies an address, again. */
export const mailVerification = async (
  { accounts, links, siteUrl }: LinkMailNeeds,
  profile: ProfileRecord,
  now: Date,
  plan?: SubscriptionPlan,
): Promise<void> => {
  const { url, write, hours } = verificationLink(links, siteUrl, { ...personOf(profile, now), plan })
  await accounts.mailLink(profile, write, { template: 'verify-address', link: url, hours }, now)
}

/**
 * Mails a link that signs in. An address that was never verified gets the verification link instead: signing
 * in by another would verify it with the password of whoever entered the address, who may be a stranger.
 */
export const mailSignIn = async (
  needs: LinkMailNeeds,
  profile: ProfileRecord,
  { type, redirect, template }: Wanted,
  now: Date,
): Promise<void> => {
  if (profile.email_verified_at === undefined) return mailVerification(needs, profile, now)
  const { path, write } = needs.links.issue({ type, redirect, ...personOf(profile, now) })
  const minutes = linkLifeSeconds[type] / 60
  const content: MailContent = { template, link: `${needs.siteUrl}${path}`, minutes }
  await needs.accounts.mailLink(profile, write, content, now)
}
