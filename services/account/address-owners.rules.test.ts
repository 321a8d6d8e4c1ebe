import '#test/kit/in-memory/environment.ts'
import '#test/kit/in-memory/no-log.ts'
import '#test/kit/in-memory/no-minimum-duration.ts'
import { describe, expect, test } from 'vitest'
import { findAccount } from '#platform/account/account.ts'
import { findGivenUpAt } from '#platform/account/former-address.ts'
import { contactRepository } from '#services/contact/public.ts'
import { emailProblemRepository, outboxRepository } from '#services/email/public.ts'
import { accountDeletionInMemory } from '#test/kit/in-memory/account-deletion.ts'
import { addressChangeInMemory } from '#test/kit/in-memory/address-change.ts'
import { newEmail } from '#test/kit/people.ts'
import { collectAccountData } from './collect-account-data.ts'
import { deleteAccount } from './delete-account.ts'

/** An account whose address passes from one owner to the next. */
const start = async () => {
  const first = await addressChangeInMemory()
  const { table, pool, email: address, request, confirm, passSeconds, now, openAccount } = first
  const messages = contactRepository(table)
  const problems = emailProblemRepository(table)
  const deletion = accountDeletionInMemory(table, pool)
  const find = async (userId: string) => {
    const found = await findAccount(table, userId)
    if (found === undefined) throw new Error('no account')
    return found
  }
  const write = async (subject: string) => {
    passSeconds(1)
    const message = { name: 'Robin Sample', email: address, subject, message: 'A question' }
    await messages.receive(message, now())
    passSeconds(1)
  }
  const complain = (detail: string) =>
    problems.record({ email: address, reason: 'complaint', detail, at: now().toISOString() })
  /** Changes the address of the first account to another address, or back to its first. */
  const moveTo = async (email: string) => {
    await request(email)
    await confirm(email)
    passSeconds(1)
  }
  const open = async () => (await openAccount({ email: address })).userId
  const remove = async (userId: string) => deleteAccount(await find(userId), deletion.deps, now())
  const subjects = () =>
    first.database
      .all()
      .filter(({ entity }) => entity?.['S'] === 'contact')
      .map(({ subject }) => subject?.['S'])
      .toSorted()
  /** Returns the kinds of emails, the number of messages and the email problem in the export of an account. */
  const exported = async (userId: string) => {
    const data = await collectAccountData(
      await find(userId),
      {
        listPartition: async () => [],
        findStripeData: async () => ({ customers: [], subscriptions: [], invoices: [], charges: [] }),
        emails: outboxRepository(table),
        emailProblems: problems,
        messages,
        findGivenUpAt: (email) => findGivenUpAt(table, email),
        userPool: { describe: async () => ({}) },
      },
      now(),
    )
    return {
      emails: data.emails.map(({ kind }) => kind),
      messages: data.contact_messages.length,
      problem: data.email_problem?.detail ?? null,
    }
  }
  return { ...first, address, deletion, write, complain, moveTo, open, remove, subjects, exported }
}

describe('the next owner of an address', () => {
  test('exports and deletes nothing that the previous owner sent from it or received at it', async () => {
    const { userId, write, complain, moveTo, open, exported, remove, subjects } = await start()
    await write('Of the first owner')
    await complain('of the first owner')
    const before = await exported(userId)
    await moveTo(newEmail('new'))
    const next = await open()
    expect(await exported(next)).toEqual({ emails: ['verify-address'], messages: 0, problem: null })
    await write('Of the next owner')
    expect(await exported(next)).toMatchObject({ messages: 1 })
    await remove(next)
    expect(subjects()).toEqual(['Of the first owner'])
    const { emails, ...rest } = await exported(userId)
    expect(rest).toEqual({ messages: 1, problem: 'of the first owner' })
    expect(emails).toEqual(expect.arrayContaining(before.emails))
  })

  test('exports and deletes what a guest sent after the previous owner had given it up', async () => {
    const { write, complain, moveTo, open, exported, remove, subjects } = await start()
    await moveTo(newEmail('new'))
    await write('Of a guest')
    await complain('of a guest')
    const next = await open()
    expect(await exported(next)).toMatchObject({ messages: 1, problem: 'of a guest' })
    await remove(next)
    expect(subjects()).toEqual([])
    expect(await exported(await open())).toMatchObject({ messages: 0, problem: null })
  })

  test('exports and deletes nothing of the previous one after moving on', async () => {
    const { userId, write, moveTo, open, remove, exported, subjects, changeAddressOf } = await start()
    await write('Of the first owner')
    await moveTo(newEmail('new'))
    const next = await open()
    await write('Of the next owner')
    await changeAddressOf(next, newEmail('next'))
    expect(await exported(next)).toMatchObject({ messages: 1 })
    await remove(next)
    expect(subjects()).toEqual(['Of the first owner'])
    expect(await exported(userId)).toMatchObject({ messages: 1 })
  })
})

describe('the first owner of an address', () => {
  test('exports what a guest sent before', async () => {
    const { write, exported, remove, open, subjects, userId } = await start()
    await remove(userId)
    await write('Of a guest')
    const next = await open()
    expect(await exported(next)).toMatchObject({ messages: 1 })
    await remove(next)
    expect(subjects()).toEqual([])
  })
})

describe('a deleted account', () => {
  test('leaves nothing to the next owner of its address', async () => {
    const { userId, address, write, complain, remove, open, exported, table } = await start()
    await write('Of the first owner')
    await complain('of the first owner')
    await remove(userId)
    expect(await findGivenUpAt(table, address)).toBeUndefined()
    expect(await exported(await open())).toEqual({ emails: ['verify-address'], messages: 0, problem: null })
  })

  test('leaves nothing to the next owner while its deletion is unfinished', async () => {
    const account = await start()
    const { userId, write, complain, remove, open, exported, deletion, pool, passSeconds, now } = account
    await write('Of the first owner')
    await complain('of the first owner')
    pool.failOnce('delete')
    await remove(userId)
    passSeconds(1)
    const next = await open()
    expect(await exported(next)).toMatchObject({ messages: 0, problem: null })
    await write('Of the next owner')
    await deletion.finishDeletions(new Date(now().getTime() + 3600_000))
    expect(account.subjects()).toEqual(['Of the next owner'])
    expect(await exported(next)).toMatchObject({ messages: 1 })
  })

  test('leaves no record of its former addresses', async () => {
    const { userId, moveTo, remove, database } = await start()
    await moveTo(newEmail('new'))
    await moveTo(newEmail('newer'))
    await remove(userId)
    expect(database.all().filter(({ entity }) => entity?.['S'] === 'former_address')).toEqual([])
  })
})

describe('an address that its account gets back', () => {
  test('belongs to the account again, with the data from before', async () => {
    const { userId, address, write, moveTo, exported, profileNow, table } = await start()
    await write('Before')
    await moveTo(newEmail('new'))
    await write('Of a guest')
    await moveTo(address)
    expect(await findGivenUpAt(table, address)).toBeUndefined()
    expect((await profileNow()).former_emails).toHaveLength(1)
    expect(await exported(userId)).toMatchObject({ messages: 2 })
  })

  test('comes without the data that another owner stored under it in between', async () => {
    const account = await start()
    const { userId, address, write, complain, moveTo, open, exported, remove, subjects } = account
    await write('Before')
    await moveTo(newEmail('new'))
    const other = await open()
    await write('Of the other owner')
    await complain('of the other owner')
    await account.changeAddressOf(other, newEmail('other'))
    await moveTo(address)
    await write('After')
    expect(await exported(userId)).toMatchObject({ messages: 2, problem: null })
    expect(await exported(other)).toMatchObject({ messages: 1, problem: 'of the other owner' })
    await moveTo(newEmail('newest'))
    expect(await exported(userId)).toMatchObject({ messages: 2, problem: null })
    await remove(userId)
    expect(subjects()).toEqual(['Of the other owner'])
  })

  test('comes without it even if that owner gives it up at the same moment', async () => {
    const account = await start()
    const { userId, address, write, moveTo, open, exported, table, press, changeAddressOf } = account
    await write('Before')
    await moveTo(newEmail('new'))
    await account.request(address)
    const link = await account.newestLink(address)
    const other = await open()
    await write('Of the other owner')
    const transact = table.transact.bind(table)
    table.transact = async (...writes) => {
      table.transact = transact
      await changeAddressOf(other, newEmail('other'))
      return transact(...writes)
    }
    await press(link)
    table.transact = transact
    expect(await exported(userId)).toMatchObject({ messages: 1 })
  })
})
