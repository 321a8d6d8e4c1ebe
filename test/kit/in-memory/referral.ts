import { createReferral, listReferrals } from '#shared/contract/referrals.ts'
import { handle as create } from '#services/referrals/create-referral/handler.ts'
import { handle as list } from '#services/referrals/list-referrals/handler.ts'
import { referralRepository } from '#services/referrals/referral.repository.ts'
import type { identityInMemory } from './identity.ts'
import { callInMemory } from './in-memory.ts'

type Identity = ReturnType<typeof identityInMemory>

/** Creates a referral link, and a function that lists how many accounts each link counts. */
export const referralInMemory = async ({ world, table, now }: Identity) => {
  const deps = { referrals: referralRepository(table), siteUrl: 'http://localhost:3000' }
  const caller = await world.account()
  const body = { referrer_name: 'Referrer' }
  const created = await callInMemory(createReferral, create, { caller, body, now: now() }, deps)
  const token = 'token' in created.body ? created.body.token : ''
  return {
    token,
    usedCount: async () => {
      const { body: listed } = await callInMemory(listReferrals, list, { caller, now: now() }, deps)
      return 'data' in listed ? listed.data.map(({ used_count }) => used_count) : []
    },
  }
}
