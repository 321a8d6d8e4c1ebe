import '#test/kit/in-memory/environment.ts'
import '#test/kit/in-memory/no-log.ts'
import '#test/kit/in-memory/no-minimum-duration.ts'
import { describe, expect, test } from 'vitest'
import { findAccount } from '#platform/account/account.ts'
import { storagePeriods } from '#shared/values/retention.ts'
import { accountDeletionInMemory } from '#test/kit/in-memory/account-deletion.ts'
import { identityInMemory } from '#test/kit/in-memory/identity.ts'
import { referralInMemory } from '#test/kit/in-memory/referral.ts'
import { newEmail } from '#test/kit/people.ts'
import { deleteAccount } from './delete-account.ts'

const start = async () => {
  const identity = identityInMemory()
  const { token, usedCount } = await referralInMemory(identity)
  const { token: otherToken } = await referralInMemory(identity)
  const deletion = accountDeletionInMemory(identity.table, identity.pool)
  return {
    ...identity,
    otherToken,
    usedCount,
    /** Signs up with the referral link, confirms the address and deletes the account. */
    signUpAndDelete: async (email: string, referrer_token = token) => {
      const { userId } = await identity.openAccount({ email, referrer_token })
      const account = await findAccount(identity.table, userId)
      if (account === undefined) throw new Error('The account was not opened')
      await deleteAccount(account, deletion.deps, identity.now())
      identity.passSeconds(60)
    },
  }
}

describe('a referral link', () => {
  test('counts an address once, although its account is deleted and opened again', async () => {
    const { signUpAndDelete, usedCount } = await start()
    const email = newEmail()
    for (let i = 0; i < 2; i += 1) await signUpAndDelete(email)
    expect((await usedCount()).toSorted()).toEqual([0, 1])
    await signUpAndDelete(newEmail())
    expect((await usedCount()).toSorted()).toEqual([0, 2])
  })

  test('counts an address that another referral link has counted before', async () => {
    const { signUpAndDelete, usedCount, otherToken } = await start()
    const email = newEmail()
    await signUpAndDelete(email)
    await signUpAndDelete(email, otherToken)
    expect(await usedCount()).toEqual([1, 1])
  })

  test('counts an address again once the record of its earlier sign-up has expired', async () => {
    const { signUpAndDelete, usedCount, passSeconds } = await start()
    const email = newEmail()
    await signUpAndDelete(email)
    passSeconds(storagePeriods.countedReferral.days * 24 * 3600)
    await signUpAndDelete(email)
    expect((await usedCount()).toSorted()).toEqual([0, 2])
  })

  test('keeps no readable address of a deleted account', async () => {
    const { signUpAndDelete, database } = await start()
    const email = newEmail()
    await signUpAndDelete(email)
    const markers = database.all().filter((item) => item['entity']?.['S'] === 'counted_referral')
    expect(markers).toHaveLength(1)
    expect(JSON.stringify(markers)).not.toContain(email)
  })
})
