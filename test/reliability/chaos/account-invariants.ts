import { expect } from 'vitest'
import { retainedUntil } from '#shared/rules/retention.ts'
import { profileRecord } from '#platform/account/records.ts'
import { hashOf } from '#platform/crypto.ts'
import { ApiError } from '#platform/api-error.ts'
import { accountSearchWrites } from '#services/identity/account-search.ts'
import { authenticateInMemory } from '#test/kit/in-memory/authenticate.ts'
import { toValues } from '#test/kit/in-memory/attributes.ts'
import { userNames } from '../world.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { itemsOf } from './stored.ts'

const profilesOf = (chaos: ChaosWorld) =>
  itemsOf(chaos, 'profile')
    .map((item) => profileRecord.parse(toValues(item)))
    .filter(({ email_verified_at: at }) => at !== undefined)

/** No two accounts have the same address, and admins find each account by its current details only. */
const expectDetailsAgree = (chaos: ChaosWorld): void => {
  const profiles = profilesOf(chaos)
  const addresses = itemsOf(chaos, 'address').map(({ email, user_id }) => [email?.['S'], user_id?.['S']])
  expect(addresses.toSorted(), 'addresses').toEqual(
    profiles.map(({ email, user_id }) => [email, user_id]).toSorted(),
  )
  const entries = itemsOf(chaos, 'account_search').map(({ sk }) => sk?.['S'])
  const expected = profiles.flatMap((profile) => accountSearchWrites(profile).map(({ key }) => key.sk))
  expect(entries.toSorted(), 'entries of the search').toEqual(expected.toSorted())
}

/** The user pool has the address of each account, and a password that its owner has chosen. */
const expectLoginsAgree = (chaos: ChaosWorld): void => {
  const accounts = Object.values(chaos.billing.accounts)
  for (const { user_id: account, email } of profilesOf(chaos)) {
    if (!accounts.includes(account)) continue
    const passwords = chaos.expected.passwords.filter((one) => one.account === account)
    expect(
      passwords.some(({ password }) => chaos.pool.canSignIn(email, password)),
      `${account} can sign in`,
    ).toBe(true)
  }
}

/** Stripe, the subscription and the passes have the current details. */
const expectDetailsCopied = async ({ billing }: ChaosWorld): Promise<void> => {
  for (const name of userNames) {
    const account = await billing.deps.customers.find(billing.accounts[name])
    if (account === undefined) continue
    const { email, full_name: fullName, stripe_customer_id: customerId } = account.profile
    for (const copy of [account.subscriber, ...account.passes])
      if (copy !== undefined) expect(copy.email, `address in the ${copy.entity}`).toBe(email)
    if (customerId === undefined) continue
    const customer = await billing.stripe.customers.retrieve(customerId)
    if (!customer.deleted) expect(customer, 'customer').toMatchObject({ email, name: fullName })
  }
}

/** The email about each accepted request was queued. The deletion of an account removes its waiting emails. */
const expectEmailsQueued = async ({ billing, emails, expected }: ChaosWorld): Promise<void> => {
  for (const { account, cause: start } of expected.emails)
    if ((await billing.deps.customers.find(account)) !== undefined)
      expect(
        [...emails.keys()].some((cause) => cause.startsWith(start)),
        start,
      ).toBe(true)
}

const isAccepted = async ({ billing }: ChaosWorld, account: string, at: Date): Promise<boolean> => {
  try {
    return (await authenticateInMemory(billing.table, account, at)) !== null
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** No session continues after a sign-out, a new password or a deletion. */
const expectSessionsEnded = async (chaos: ChaosWorld): Promise<void> => {
  for (const { account, at, isEnded } of chaos.sessions) {
    const isDeleted = (await chaos.billing.deps.customers.find(account)) === undefined
    if (isEnded || isDeleted)
      expect(await isAccepted(chaos, account, at), `session of ${account} of ${at.toISOString()}`).toBe(false)
  }
}

/** Every accepted passkey is stored, with an email about it. No removed passkey is stored. */
const expectPasskeysKept = async (chaos: ChaosWorld): Promise<void> => {
  const { billing, emails, expected } = chaos
  const stored = itemsOf(chaos, 'passkey').map(({ id }) => id?.['S'])
  for (const { account, authenticator, state } of expected.passkeys) {
    const id = hashOf(authenticator.id)
    if (state === 'removed') expect(stored, 'removed passkey').not.toContain(id)
    if ((await billing.deps.customers.find(account)) === undefined) continue
    if (state === 'stored') expect(stored, 'passkey').toContain(id)
    if (stored.includes(id)) expect(emails.has(`passkey-added:${id}`), 'email about a passkey').toBe(true)
  }
}

/** Every accepted code belongs to an app that is set up, and each app that is set up has its audit entry. */
const expectSecondFactorsKept = (chaos: ChaosWorld): void => {
  const factors = itemsOf(chaos, 'second_factor').filter((item) => item['confirmed_at'] !== undefined)
  const owners = factors.map(({ pk }) => pk?.['S'])
  for (const { pk } of itemsOf(chaos, 'step_up')) expect(owners, 'app of a code').toContain(pk?.['S'])
  const setUps = itemsOf(chaos, 'audit').filter(({ action }) => action?.['S'] === 'second-factor-set-up')
  for (const { pk, confirmed_at: at } of factors) {
    if (retainedUntil('audit', new Date(String(at?.['S']))) <= chaos.billing.clock.now().toISOString())
      continue
    const entries = setUps.filter(
      (entry) => entry['pk']?.['S'] === pk?.['S'] && entry['at']?.['S'] === at?.['S'],
    )
    expect(entries, 'audit entry of a set-up').toHaveLength(1)
  }
}

/** Expects what must hold for accounts once nothing fails any more. */
export const expectAccountsAgree = async (chaos: ChaosWorld): Promise<void> => {
  expectDetailsAgree(chaos)
  expectLoginsAgree(chaos)
  await expectDetailsCopied(chaos)
  await expectEmailsQueued(chaos)
  await expectSessionsEnded(chaos)
  await expectPasskeysKept(chaos)
  expectSecondFactorsKept(chaos)
}
