import { describe, expect, test, vi } from 'vitest'
import '#test/kit/in-memory/environment.ts'
import '#test/kit/in-memory/no-log.ts'
import type { ProfileRecord } from '#platform/account/records.ts'
import { keys } from '#platform/table/keys.ts'
import { update } from '#platform/table/write.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { changedDetailsRepository } from '../changed-details.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const later = new Date('2027-03-01T10:05:00Z')

const start = async (customer: object = { stripeCustomerId: 'cus_1' }) => {
  const world = inMemory({ now })
  const updated: { customer: string; email: string }[] = []
  let isDown = false
  const stripe = {
    updateCustomer: async (customer: string, { email }: ProfileRecord) => {
      if (isDown) throw new Error('Stripe is down')
      updated.push({ customer, email })
    },
  }
  const member = await world.account({ plan: 'monthly', ...customer })
  const details = changedDetailsRepository(world.table)
  return {
    world,
    member,
    table: world.table,
    details,
    updated,
    breakStripe: (broken: boolean) => {
      isDown = broken
    },
    run: (updateCustomer = stripe.updateCustomer, at = later) =>
      handle({ details, stripe: { updateCustomer } }, at),
    /** Changes the address, as the confirmation of a new address does. */
    change: async (email: string, { userId } = member, changedAt = now) => {
      const at = changedAt.toISOString()
      const { gsi1pk, gsi1sk } = keys.accountDetailsChanged(at)
      await world.table.transact(
        update(
          keys.profile(userId),
          'SET email = :email, details_changed_at = :at, gsi1pk = :pk, gsi1sk = :sk',
          { values: { ':email': email, ':at': at, ':pk': gsi1pk, ':sk': gsi1sk } },
        ),
      )
    },
  }
}

describe('copy-account-details', () => {
  test('copies changed details to Stripe and the address to the subscription, once', async () => {
    const { member, details, updated, run, change } = await start()
    await change('new@people.example')
    expect(await run()).toEqual({ copied: 1 })
    expect(updated).toEqual([{ customer: 'cus_1', email: 'new@people.example' }])
    expect((await details.find(member.userId))?.subscriber?.email).toBe('new@people.example')
    expect(await run()).toEqual({ copied: 0 })
  })

  test('repeats a copy that failed', async () => {
    const { updated, run, change, breakStripe } = await start()
    await change('new@people.example')
    breakStripe(true)
    await expect(run()).rejects.toThrow('1 accounts')
    breakStripe(false)
    expect(await run(undefined, new Date('2027-03-01T10:10:00Z'))).toEqual({ copied: 1 })
    expect(updated).toHaveLength(1)
  })

  test('stops before Lambda ends the run, and the next run continues', async () => {
    const { world, run, change } = await start()
    for (const stripeCustomerId of ['cus_2', 'cus_3', 'cus_4', 'cus_5', 'cus_6'])
      await change(`${stripeCustomerId}@people.example`, await world.account({ stripeCustomerId }))
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const slowly = async () => {
      elapsedMs += 13_000
    }
    expect(await run(slowly)).toEqual({ copied: 4 })
    expect(await run(slowly)).toEqual({ copied: 1 })
    time.mockRestore()
  })

  test('reaches a newer change although a hundred older ones always fail', async () => {
    const { world, updated, run, change } = await start()
    for (let number = 0; number < 100; number += 1)
      await change('stuck@people.example', await world.account({ stripeCustomerId: `cus_stuck_${number}` }))
    await change('newer@people.example', await world.account({ stripeCustomerId: 'cus_newer' }), later)
    const failing = async (customer: string, { email }: ProfileRecord) => {
      if (customer.startsWith('cus_stuck')) throw new Error('No such customer')
      updated.push({ customer, email })
    }
    const minutesLater = (minutes: number) => new Date(later.getTime() + minutes * 60_000)
    await expect(run(failing, minutesLater(1))).rejects.toThrow('100 accounts')
    await expect(run(failing, minutesLater(6))).rejects.toThrow('99 accounts')
    expect(updated).toEqual([{ customer: 'cus_newer', email: 'newer@people.example' }])
    await expect(run(failing, minutesLater(11))).rejects.toThrow('100 accounts')
  })

  test('copies nothing for accounts without a change', async () => {
    const { updated, run } = await start()
    expect(await run()).toEqual({ copied: 0 })
    expect(updated).toEqual([])
  })

  test('copies the address of an account that has no customer', async () => {
    const { member, details, updated, run, change } = await start({})
    await change('new@people.example')
    expect(await run()).toEqual({ copied: 1 })
    expect((await details.find(member.userId))?.subscriber?.email).toBe('new@people.example')
    expect(updated).toEqual([])
  })

  test('leaves out an account that was deleted after it was listed', async () => {
    const { details, member, table, updated, run, change } = await start()
    await change('new@people.example')
    const listed = await details.list(later, 1)
    details.list = async () => listed
    const profile = keys.profile(member.userId)
    await table.delete(profile)
    expect(await run()).toEqual({ copied: 1 })
    expect(updated).toEqual([])
    expect(await table.list(profile.pk, profile.sk)).toEqual([])
  })
})
