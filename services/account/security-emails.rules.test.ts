import '#test/kit/in-memory/environment.ts'
import '#test/kit/in-memory/no-log.ts'
import '#test/kit/in-memory/no-minimum-duration.ts'
import { describe, expect, test } from 'vitest'
import type { EmailContent } from '#shared/contract/email.ts'
import { findAccount } from '#platform/account/account.ts'
import { emailWrite } from '#platform/email/outbox.ts'
import { keys } from '#platform/table/keys.ts'
import { outboxRepository } from '#services/email/public.ts'
import { accountDeletionInMemory } from '#test/kit/in-memory/account-deletion.ts'
import { addressChangeInMemory } from '#test/kit/in-memory/address-change.ts'
import { sendWaitingEmails } from '#test/kit/in-memory/send-emails.ts'
import { newEmail } from '#test/kit/people.ts'
import { deleteAccount } from './delete-account.ts'

const link = 'https://advice.example/login'
const at = '2026-03-02T10:00:00.000Z'
const common = { name: 'Nadia Oyelaran', link, changed_at: at }
const securityEmails: readonly EmailContent[] = [
  { template: 'password-changed', ...common },
  { template: 'passkey-changed', ...common, change: 'added', passkey: 'Phone' },
]

/** An account whose deletion is tested. `queue` adds an email to its current address. */
const start = async () => {
  const account = await addressChangeInMemory()
  const { table, pool, userId, now } = account
  const outbox = outboxRepository(table)
  const { deps } = accountDeletionInMemory(table, pool)
  const queue = (cause: string, content: EmailContent, forGuest = false) =>
    table.transact(emailWrite({ cause, to: account.email, content, now: now(), forGuest }))
  const remove = async () => {
    const found = await findAccount(table, userId)
    if (found === undefined) throw new Error('no account')
    expect(await deleteAccount(found, deps, now())).toEqual({ success: true })
  }
  const send = () => sendWaitingEmails(table, now())
  return { ...account, outbox, queue, remove, send }
}

const recipientsOf = (emails: readonly { to: string; subject: string }[], subject: RegExp) =>
  emails.filter((email) => subject.test(email.subject)).map(({ to }) => to)

describe('a security email that waits while its account is deleted', () => {
  test('is sent to the former address, and then nothing is stored under it', async () => {
    const { email: former, request, confirm, remove, send, storedAbout } = await start()
    await send()
    const current = newEmail('new')
    await request(current)
    await confirm(current)
    await remove()
    expect(recipientsOf(await send(), /email address/)).toEqual([former, former])
    expect(storedAbout(former)).toBe('[]')
    expect(storedAbout(current)).toBe('[]')
  })

  test.each(securityEmails)('is sent: $template', async (content) => {
    const { email, queue, remove, send, storedAbout } = await start()
    await send()
    await queue('security:1', content)
    await remove()
    // The confirmation of the deletion follows.
    expect((await send()).map(({ to }) => to)).toEqual([email, email])
    expect(storedAbout(email)).toBe('[]')
  })

  test('is deleted once it is sent, even if it is being sent during the deletion', async () => {
    const { email, queue, remove, send, outbox, now, storedAbout } = await start()
    await send()
    await queue('security:1', { template: 'password-changed', ...common })
    const claim = await outbox.claim('security:1', now())
    if (typeof claim === 'string') throw new Error(claim)
    await remove()
    await outbox.markDone(claim.email, 'sent', now())
    await send()
    expect(storedAbout(email)).toBe('[]')
  })

  test.each(['before the deletion', 'after it was listed'])('is deleted if it was sent %s', async (time) => {
    const { email, queue, remove, send, table, storedAbout } = await start()
    await queue('security:1', { template: 'password-changed', ...common })
    const list = table.listByIndex.bind(table)
    table.listByIndex = async (index, ...rest) => {
      const listed = await list(index, ...rest)
      if (time === 'after it was listed' && index === keys.emailsTo(email, '').gsi1pk) await send()
      return listed
    }
    if (time === 'before the deletion') await send()
    await remove()
    await send()
    expect(storedAbout(email)).toBe('[]')
  })
})

describe('an email about returned money that waits while its account is deleted', () => {
  const payment = { amount_minor: 5000, paid_at: at, number: 'A-1' }
  const returned = { amount_minor: 5000, currency: 'gbp', payment, what: 'subscription' } as const
  const emails: readonly EmailContent[] = [
    { template: 'withdrawal', ...returned },
    { template: 'refunded', ...returned },
    { template: 'refund-failed', ...returned },
    { template: 'dispute', state: 'opened', ...returned },
  ]

  test.each(emails)('is sent: $template', async (content) => {
    const { email, queue, remove, send, storedAbout } = await start()
    await send()
    await queue('refund:1', content)
    await remove()
    expect((await send()).map(({ to }) => to)).toEqual([email, email])
    expect(storedAbout(email)).toBe('[]')
  })
})

const amount = { amount_minor: 5000, currency: 'gbp' } as const
const receipt: EmailContent = {
  template: 'receipt',
  plan: 'one-time',
  link: null,
  paid_at: at,
  number: 'A-1',
  ...amount,
}

describe('an email to a guest who paid with the address of an account that is deleted', () => {
  const emails: readonly EmailContent[] = [
    receipt,
    { template: 'pass-payment-failed', link, ...amount },
    { template: 'adviser-replied', link },
    { template: 'pass-over', minutes: 30, used: true, link },
    { template: 'transcript', messages: [], shortened: false },
  ]

  test.each(emails)('is sent: $template', async (content) => {
    const { email, queue, remove, send } = await start()
    await send()
    await queue('guest:1', content, true)
    await remove()
    expect((await send()).map(({ to }) => to)).toEqual([email, email])
  })

  test('stays recorded once it is sent, so that a late event does not send it again', async () => {
    const { queue, remove, send } = await start()
    await queue('receipt:1', receipt, true)
    await send()
    await remove()
    expect(await queue('receipt:1', receipt, true)).toEqual({ failedCondition: 'already_queued' })
  })
})

describe('any other email that waits while its account is deleted', () => {
  const emails: readonly EmailContent[] = [
    { template: 'magic-link', link, minutes: 15 },
    receipt,
    { template: 'pass-payment-failed', link, ...amount },
    { template: 'adviser-replied', link },
  ]

  test.each(emails)('is deleted unsent: $template', async (content) => {
    const { email, queue, remove, send, storedAbout } = await start()
    await send()
    await queue('email:1', content)
    await remove()
    expect((await send()).map(({ subject }) => subject)).toEqual([expect.stringMatching(/deleted/)])
    expect(storedAbout(email)).toBe('[]')
  })
})

describe('a security email of a deleted account', () => {
  test('is sent although the next owner of its address deletes an account too', async () => {
    const { email, passSeconds, now, openAccount, remove, table, pool, send } = await start()
    await send()
    await remove()
    passSeconds(60)
    const { userId } = await openAccount({ email })
    const next = await findAccount(table, userId)
    if (next === undefined) throw new Error('no account')
    const { deps } = accountDeletionInMemory(table, pool)
    expect(await deleteAccount(next, deps, now())).toEqual({ success: true })
    expect(recipientsOf(await send(), /deleted/)).toEqual([email, email])
  })
})
