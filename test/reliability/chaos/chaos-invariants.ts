import { expect } from 'vitest'
import { retainedUntil } from '#shared/rules/retention.ts'
import { expectAccountsAgree } from './account-invariants.ts'
import type { ChaosWorld, QueuedEmail } from './chaos-world.ts'
import { overdueChats } from './chats.ts'
import { expectNoTraceOfDeleted, listDeleted } from './deleted-accounts.ts'
import { listUnsent } from './email-deliveries.ts'
import { expectInboxKept } from './inbox-invariants.ts'
import { expectLibraryKept } from './library-invariants.ts'
import { expectReferralsCounted } from './referrals.ts'
import { itemsOf } from './stored.ts'

/** Minutes for which an email with a link is useful, by the start of its cause. */
const minutesOfLinks: Readonly<Record<string, number>> = {
  'verify-address': 24 * 60,
  'confirm-address': 24 * 60,
  'magic-link': 15,
  'reset-password': 60,
  'confirm-new-address': 60,
  // The last warning may be late, and is useful until the pass is over.
  'pass-expiring': 0,
}

/** Returns whether an email was rightly given up, because its link had expired. */
const isOutdated = (cause: string, { at, givenUpAt }: QueuedEmail): boolean => {
  const minutes = minutesOfLinks[cause.split(':')[0] ?? '']
  if (givenUpAt === undefined || minutes === undefined) return false
  return givenUpAt.getTime() - at.getTime() >= minutes * 60_000
}

/**
 * Every email was sent, and only once unless it was unknown whether an attempt had succeeded. One whose link had expired
 * was not.
 */
const expectEmailsSentOnce = async (chaos: ChaosWorld): Promise<void> => {
  expect(await listUnsent(chaos), 'unsent emails').toEqual([])
  const waiting = itemsOf(chaos, 'email').filter(({ content }) => content !== undefined)
  expect(waiting, 'emails that keep their content').toEqual([])
  const deletedAccounts = await listDeleted(chaos.billing)
  const deleted = deletedAccounts.flatMap(({ emails }) => emails)
  const now = chaos.billing.clock.now().toISOString()
  const addresses = addressesOf(chaos)
  const isExpired = (to: string, at: Date) =>
    to.startsWith('visitor-') && retainedUntil('unverified', at) <= now && !addresses.includes(to)
  // An account can get the new address while it is being deleted, before the email with the link is sent.
  const isLinkOfDeleted = (cause: string) =>
    deletedAccounts.some(({ account }) => cause.startsWith(`confirm-new-address:${account}:`))
  const wrong = [...chaos.emails].filter(([cause, email]) => {
    const { to, at, sends, unrecorded } = email
    // Waiting emails are deleted with their account, and with a sign-up that is not confirmed within 30 days.
    const mayBeGone =
      deleted.includes(to) || isExpired(to, at) || isLinkOfDeleted(cause) || isOutdated(cause, email)
    return sends - unrecorded > 1 || (sends - unrecorded < 1 && !mayBeGone)
  })
  expect(wrong, 'emails that were lost or sent twice').toEqual([])
}

/** Every confirmed visitor can sign in, each address has one account, and the user pool has no other users. */
const expectSignUpsKept = (chaos: ChaosWorld): void => {
  const { pool, expected } = chaos
  for (const { form, isConfirmed } of expected.signUps)
    if (isConfirmed) expect(addressesOf(chaos), 'confirmed addresses').toContain(form.email)
  const addresses = addressesOf(chaos)
  expect(addresses, 'addresses of accounts').toEqual([...new Set(addresses)])
  for (const profile of confirmedProfiles(chaos))
    expect(itemsOf(chaos, 'address')).toContainEqual(
      expect.objectContaining({ email: profile['email'], user_id: profile['user_id'] }),
    )
  for (const email of addresses) {
    const passwords = expected.signUps
      .filter(({ form }) => form.email === email)
      .map(({ form }) => form.password)
    if (passwords.length > 0)
      expect(
        passwords.some((password) => pool.canSignIn(email, password)),
        `${email} can sign in`,
      ).toBe(true)
  }
  const known = new Set(
    ['profile', 'discarded_sign_up'].flatMap((entity) =>
      itemsOf(chaos, entity).map((item) => item['user_id']?.['S']),
    ),
  )
  expect(
    pool.list().filter(({ userId }) => !known.has(userId)),
    'users of the pool without an account',
  ).toEqual([])
}

const confirmedProfiles = (chaos: ChaosWorld) =>
  itemsOf(chaos, 'profile').filter((profile) => profile['email_verified_at'] !== undefined)

const addressesOf = (chaos: ChaosWorld): string[] =>
  confirmedProfiles(chaos).map((profile) => String(profile['email']?.['S']))

/** Every requested conversation is emailed, and none is kept for too long. */
const expectChatsKept = async (chaos: ChaosWorld): Promise<void> => {
  for (const { account, cause } of chaos.expected.transcripts)
    if ((await chaos.billing.deps.customers.find(account)) !== undefined) {
      const emails = [...chaos.emails].filter(([one]) => one.startsWith(cause))
      const addresses = emails.map(([, { to }]) => to)
      expect(addresses, `addresses of ${cause}`).not.toEqual([])
      expect(addresses, `addresses of ${cause}`).toEqual([...new Set(addresses)])
    }
  expect(overdueChats(chaos), 'old conversations').toEqual([])
}

/** The site keeps the assets of its current release only. */
const expectCurrentSite = ({ site }: ChaosWorld): void =>
  expect(site.keys(), 'files of the site').toEqual(['assets/second.js', 'releases/second.json'])

/** Holds once nothing fails any more and the scheduled functions have run. */
export const expectNothingLost = async (chaos: ChaosWorld): Promise<void> => {
  await expectEmailsSentOnce(chaos)
  await expectInboxKept(chaos)
  await expectLibraryKept(chaos)
  await expectChatsKept(chaos)
  expectSignUpsKept(chaos)
  await expectAccountsAgree(chaos)
  await expectReferralsCounted(chaos)
  expectCurrentSite(chaos)
  await expectNoTraceOfDeleted(chaos)
}
