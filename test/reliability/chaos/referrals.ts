import fc from 'fast-check'
import { expect } from 'vitest'
import { createReferral, revokeReferral, rotateReferral } from '#shared/contract/referrals.ts'
import { profileRecord } from '#platform/account/records.ts'
import { handle as create } from '#services/referrals/create-referral/handler.ts'
import { referralRepository } from '#services/referrals/referral.repository.ts'
import { handle as revoke } from '#services/referrals/revoke-referral/handler.ts'
import { handle as rotate } from '#services/referrals/rotate-referral/handler.ts'
import { toValues } from '#test/kit/in-memory/attributes.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { type UserName, userNames } from '../world.ts'
import { requestBy } from './callers.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { itemsOf } from './stored.ts'

/** Requests of admins about referral links. Visitors sign up with the newest link. */
export interface ReferralStep {
  readonly do: 'create' | 'rotate' | 'revoke'
  readonly user: UserName
}

export const referralStep: fc.Arbitrary<ReferralStep> = fc.record({
  do: fc.constantFrom('create', 'create', 'rotate', 'revoke'),
  user: fc.constantFrom(...userNames),
})

const list = ({ billing }: ChaosWorld) => referralRepository(billing.table).list()

/** Returns the token of the newest referral link. */
export const newestToken = async (chaos: ChaosWorld): Promise<string | undefined> =>
  (await list(chaos))[0]?.token

export const runReferralStep = async (chaos: ChaosWorld, step: ReferralStep): Promise<void> => {
  const { table, deps: model } = chaos.billing
  const request = await requestBy(chaos, step.user)
  const deps = { referrals: referralRepository(table), siteUrl: model.siteUrl }
  const token = await newestToken(chaos)
  if (step.do === 'create' || token === undefined) {
    const body = { referrer_name: 'Sample Referrer' }
    await callInMemory(createReferral, create, { ...request, body }, deps)
  } else if (step.do === 'rotate')
    await callInMemory(rotateReferral, rotate, { ...request, body: { token } }, deps)
  else await callInMemory(revokeReferral, revoke, { ...request, body: { token } }, deps)
}

/** Every link has one token, and counts each account that was confirmed with it once. */
export const expectReferralsCounted = async (chaos: ChaosWorld): Promise<void> => {
  const referrals = await list(chaos)
  const tokens = itemsOf(chaos, 'referral_token').map((item) => item['referral_id']?.['S'])
  expect(tokens.toSorted(), 'links with a token').toEqual(referrals.map(({ id }) => id).toSorted())
  const confirmed = itemsOf(chaos, 'profile')
    .map((item) => profileRecord.parse(toValues(item)))
    .filter(({ email_verified_at: at }) => at !== undefined)
  for (const { id, used_count: count } of referrals)
    expect(count, 'uses of a link').toBe(confirmed.filter((one) => one.referral_id === id).length)
}
