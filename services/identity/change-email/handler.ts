import { changeEmail } from '#shared/contract/profile-changes.ts'
import { linkLifeSeconds } from '#shared/values/limits.ts'
import * as paths from '#shared/values/site-map.ts'
import { unfinishedPasswordChange } from '#platform/account/password-change.ts'
import type { ProfileRecord } from '#platform/account/records.ts'
import { apiError } from '#platform/api-error.ts'
import { env } from '#platform/env.ts'
import { hasRecentSignIn } from '#platform/http/recent-sign-in.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'
import { type AccountRepository, accountRepository } from '../account.repository.ts'
import {
  type AddressChangeRepository,
  addressChangeRepository,
  hasTooManyFormerAddresses,
} from '../address-change.repository.ts'
import { queueAlreadyRegisteredEmail } from '../link-email.ts'
import { type LinkRepository, linkRepository } from '../link.repository.ts'
import { withMinimumDuration } from '../minimum-duration.ts'

interface Dependencies {
  readonly accounts: AccountRepository
  readonly addressChanges: AddressChangeRepository
  readonly links: LinkRepository
  readonly siteUrl: string
}

/** Longer than the work for an address that has an account, in milliseconds. */
const minDurationMs = 250

const signInAgain = 'Please sign in again to change your email address.'
const tooOften =
  'You have changed your email address too often. Please contact us if you need another change.'

/** Creates the link that gives the account its new address. */
const confirmationLink = (
  profile: ProfileRecord,
  email: string,
  { links, siteUrl }: Dependencies,
  now: Date,
) => {
  const { path, write } = links.issue({
    type: 'emailchange',
    userId: profile.user_id,
    email,
    name: profile.full_name,
    replaces: profile.email,
    redirect: paths.profile,
    now,
  })
  return { url: `${siteUrl}${path}`, write, minutes: linkLifeSeconds.emailchange / 60 }
}

/** Returns the same response, after the same time, whether or not the new address has an account. */
export const handle: Handle<typeof changeEmail, Dependencies> = async ({ caller, body, now }, deps) => {
  const { profile } = caller
  const { email } = body
  if (email === profile.email) return apiError('email_unchanged')
  // An old session that someone else gained access to is not enough to take the account over.
  if (!hasRecentSignIn(caller, now)) return apiError('recent_sign_in_needed', { message: signInAgain })
  if (hasTooManyFormerAddresses(profile, now)) throw apiError('rate_limited', { message: tooOften })
  return withMinimumDuration(minDurationMs, async () => {
    const owner = await deps.accounts.findByEmail(email)
    const link = owner === undefined ? confirmationLink(profile, email, deps, now) : undefined
    const signInUrl = `${deps.siteUrl}${paths.login}`
    if (!(await deps.addressChanges.request({ profile, newEmail: email, signInUrl, now }, link)))
      return unfinishedPasswordChange(profile, now)
        ? apiError('password_change_unfinished')
        : apiError('recent_sign_in_needed', { message: signInAgain })
    if (owner !== undefined) await queueAlreadyRegisteredEmail(deps, owner.profile, 'email-change', now)
    return { success: true }
  })
}

const table = new Table()
export const handler = serve(
  changeEmail,
  handle,
  {
    accounts: accountRepository(table),
    addressChanges: addressChangeRepository(table),
    links: linkRepository(table),
    siteUrl: env('SITE_URL'),
  },
  { table },
)
