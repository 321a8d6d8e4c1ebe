import { describe, expect, test, vi } from 'vitest'
import {
  addPurchase,
  applySessionEvent,
  type Pass,
  restorePurchase,
  reversePurchase,
} from '#shared/rules/pass.ts'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { type PassRepository, passRepository, type StoredPass } from '../pass.repository.ts'
import { handle } from './handler.ts'

const paid = new Date('2027-03-01T10:00:00Z')
const afterItsEnd = new Date('2027-03-31T10:00:01Z')
const nextRun = new Date('2027-03-31T10:05:01Z')

/** Stores passes that are all over at `afterItsEnd`, under these ids. */
const withPasses = async (ids: readonly string[]) => {
  const passes = passRepository(inMemory({ now: paid }).table)
  for (const id of ids) {
    const stored: StoredPass = {
      holder: { keyHash: id },
      firstSessionId: id,
      email: null,
      pass: addPurchase(undefined, id, paid),
      version: 0,
    }
    await passes.write({ stored, now: paid })
  }
  return {
    passes,
    run: (write: PassRepository['write'], now = afterItsEnd, listDue = passes.listDue) =>
      handle({ passes: { ...passes, write, listDue }, siteUrl: 'https://advice.example' }, now),
  }
}

describe('close-passes', () => {
  test('fails after the other passes if one cannot be closed, so that an alarm reports it', async () => {
    const { passes, run } = await withPasses(['first', 'second'])
    const write: PassRepository['write'] = async (change) => {
      if (change.stored.firstSessionId === 'first') throw new Error('InternalServerError')
      return passes.write(change)
    }
    await expect(run(write)).rejects.toThrow('1 passes could not be closed')
    expect(await passes.listDue(nextRun)).toMatchObject([{ firstSessionId: 'first' }])
  })

  test('tries a pass that cannot be closed after the others, so that it does not hold them up', async () => {
    const { passes, run } = await withPasses(['broken', 'other'])
    const listFirst: PassRepository['listDue'] = (before) => passes.listDue(before, 1)
    const write: PassRepository['write'] = async (change) => {
      if (change.stored.firstSessionId === 'broken') throw new Error('InternalServerError')
      return passes.write(change)
    }
    const closeFirst = (now: Date) => run(write, now, listFirst)
    await expect(closeFirst(afterItsEnd)).rejects.toThrow('1 passes could not be closed')
    expect(await closeFirst(nextRun)).toEqual({ closed: 1 })
    await expect(closeFirst(nextRun)).rejects.toThrow('1 passes could not be closed')
  })

  test('stops before Lambda ends the run, and the next run continues', async () => {
    const { passes, run } = await withPasses(['1', '2', '3', '4', '5'])
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const slowly: PassRepository['write'] = async (change) => {
      elapsedMs += 15_000
      return passes.write(change)
    }
    expect(await run(slowly)).toEqual({ closed: 3 })
    expect(await run(slowly)).toEqual({ closed: 2 })
    time.mockRestore()
  })
})

const address = 'guest@people.example'
const after = (minutes: number) => new Date(paid.getTime() + minutes * 60_000)

/** A pass of two purchases, whose 60 minutes started with the payment. */
const startedPass = (): Pass => {
  const pass = applySessionEvent(addPurchase(addPurchase(undefined, 'a', paid), 'b', paid), 'started', paid)
  if (pass === 'over') throw new Error('The pass is over')
  return pass
}

describe('a pass that a refund or dispute changes', () => {
  /** Stores the started pass. `change` writes it as the event of a refund or dispute does. */
  const withStartedPass = async () => {
    const { table } = inMemory({ now: paid })
    const passes = passRepository(table)
    const holder = { keyHash: 'a' }
    const stored: StoredPass = {
      holder,
      firstSessionId: 'a',
      email: address,
      pass: startedPass(),
      version: 0,
    }
    await passes.write({ stored, now: paid })
    return {
      change: async (apply: (pass: Pass, now: Date) => Pass, now: Date) => {
        const current = await passes.findByKeyHash(holder.keyHash)
        if (current === undefined) throw new Error('The pass is stored')
        await passes.write({ stored: { ...current, pass: apply(current.pass, now) }, now })
      },
      close: (now: Date) => handle({ passes, siteUrl: 'https://advice.example' }, now),
      emails: async () =>
        (await table.listByIndex(keys.emailsTo(address, '').gsi1pk)).map(
          (item) => outboxRecord.parse(item).content,
        ),
    }
  }
  const reverse = (session: string) => (pass: Pass, now: Date) =>
    reversePurchase(pass, session, now, 'disputed')
  const restore = (session: string) => (pass: Pass, now: Date) => restorePurchase(pass, session, now)

  test('is closed with its email if its time ran out before the change', async () => {
    const { change, close, emails } = await withStartedPass()
    await change(reverse('b'), after(61))
    expect(await close(after(62))).toEqual({ closed: 1 })
    expect(await close(after(67))).toEqual({ closed: 0 })
    expect(await emails()).toMatchObject([{ template: 'pass-over', minutes: 30, used: true }])
  })

  test('is closed with its email if the change takes its last minutes', async () => {
    const { change, close, emails } = await withStartedPass()
    await change(reverse('b'), after(40))
    expect(await close(after(41))).toEqual({ closed: 1 })
    expect(await emails()).toMatchObject([{ template: 'pass-over', minutes: 30, used: true }])
  })

  test('gets no email about its end while all of it is refunded or disputed, but after a won dispute', async () => {
    const { change, close, emails } = await withStartedPass()
    for (const session of ['a', 'b']) await change(reverse(session), after(10))
    expect(await close(after(61))).toEqual({ closed: 0 })
    for (const session of ['a', 'b']) await change(restore(session), after(20 * 24 * 60))
    expect(await close(after(20 * 24 * 60 + 5))).toEqual({ closed: 1 })
    expect(await emails()).toMatchObject([{ template: 'pass-over', minutes: 60, used: true }])
  })
})
