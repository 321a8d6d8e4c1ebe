import '#test/kit/in-memory/environment.ts'
import '#test/kit/in-memory/no-log.ts'
import '#test/kit/in-memory/no-minimum-duration.ts'
import { describe, expect, test } from 'vitest'
import { findGivenUpAt } from '#platform/account/former-address.ts'
import { findAccount } from '#platform/account/account.ts'
import { contactRepository } from '#services/contact/public.ts'
import { emailProblemRepository, outboxRepository } from '#services/email/public.ts'
import { accountDeletionInMemory } from '#test/kit/in-memory/account-deletion.ts'
import { addressChangeInMemory } from '#test/kit/in-memory/address-change.ts'
import { sendWaitingEmails } from '#test/kit/in-memory/send-emails.ts'
import { newEmail } from '#test/kit/people.ts'
import { collectAccountData } from './collect-account-data.ts'
import { deleteAccount } from './delete-account.ts'

/**
 * An account that has changed its address, with a message and an email problem from before and from after the change.
 */
const start = async () => {
  const account = await addressChangeInMemory()
  const { table, email: former, userId, request, confirm, passSeconds, now } = account
  const messages = contactRepository(table)
  const problems = emailProblemRepository(table)
  const write = async (text: string) => {
    const message = { name: 'Nadia Oyelaran', email: former, subject: 'A question', message: text }
    await messages.receive(message, now())
  }
  const complain = () =>
    problems.record({ email: former, reason: 'complaint', detail: 'abuse', at: now().toISOString() })
  await write('Of the first owner')
  await complain()
  passSeconds(1)
  const current = newEmail('new')
  await request(current)
  await confirm(current)
  passSeconds(60)
  const nextOwnerWrites = async () => {
    await write('Of the next owner')
    await complain()
  }
  const find = async () => {
    const found = await findAccount(table, userId)
    if (found === undefined) throw new Error('no account')
    return found
  }
  return { ...account, former, current, messages, problems, nextOwnerWrites, find }
}

const collect = async ({ table, find, messages, problems, now }: Awaited<ReturnType<typeof start>>) =>
  collectAccountData(
    await find(),
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

describe('data under a former address', () => {
  test('is exported, but not what its next owner adds', async () => {
    const account = await start()
    await account.nextOwnerWrites()
    const data = await collect(account)
    expect(data.contact_messages).toHaveLength(1)
    expect(data.email_problem).toBeNull()
    expect(data.emails.map(({ kind }) => kind)).toContain('email-changed')
  })

  test('is exported with its email problem', async () => {
    expect((await collect(await start())).email_problem).toMatchObject({ detail: 'abuse' })
  })

  test.each([true, false])(
    'is deleted with the account, without that of a next owner (%s)',
    async (hasNext) => {
      const account = await start()
      if (hasNext) await account.nextOwnerWrites()
      const { deps } = accountDeletionInMemory(account.table, account.pool)
      expect(await deleteAccount(await account.find(), deps, account.now())).toEqual({ success: true })
      expect(await account.messages.listFrom(account.former)).toHaveLength(hasNext ? 1 : 0)
      expect((await account.problems.find(account.former)) !== undefined).toBe(hasNext)
      await sendWaitingEmails(account.table, account.now())
      // A message also waits as an email to us, until it is sent.
      const left = account.database.all().filter(({ pk }) => !String(pk?.['S']).startsWith('outbox#contact:'))
      const texts = JSON.stringify(left)
      expect(texts).not.toContain('Of the first owner')
      expect(texts.includes(account.former)).toBe(hasNext)
    },
  )

  test('of a next owner survives a deletion that is repeated because the chat provider failed', async () => {
    const account = await start()
    const { table, pool, former, current, messages, request, confirm, passSeconds, now, find } = account
    await request(former)
    await confirm(former)
    const { deps, forgottenVisitors, finishDeletions } = accountDeletionInMemory(table, pool)
    forgottenVisitors.failOnce = true
    expect(await deleteAccount(await find(), deps, now())).toEqual({ success: true })
    expect(await messages.listFrom(former)).toHaveLength(0)
    passSeconds(3600)
    await account.nextOwnerWrites()
    await finishDeletions(now())
    expect(forgottenVisitors.ids).toHaveLength(1)
    expect(await messages.listFrom(former)).toHaveLength(1)
    expect(await messages.listFrom(current)).toHaveLength(0)
  })

  test('belongs to the current address again once the account gets it back', async () => {
    const { former, current, request, confirm, find } = await start()
    await request(former)
    await confirm(former)
    expect((await find()).profile).toMatchObject({
      email: former,
      former_emails: [{ email: current, until: expect.any(String) }],
    })
  })
})
