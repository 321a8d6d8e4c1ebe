import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { AccountData } from '#shared/contract/account.ts'
import { changeEmail } from '#shared/contract/profile-changes.ts'
import { brand } from '#shared/values/brand.ts'
import { findAccount } from '#platform/account/account.ts'
import { countRequest } from '#platform/http/rate-limit.ts'
import { keys } from '#platform/table/keys.ts'
import type { Table } from '#platform/table/table.ts'
import { put, update } from '#platform/table/write.ts'
import { visitorRepository } from '#services/chat/public.ts'
import { contactRepository } from '#services/contact/public.ts'
import { emailProblemRepository } from '#services/email/public.ts'
import { accountDeletionInMemory } from '#test/kit/in-memory/account-deletion.ts'
import { addressChangeInMemory } from '#test/kit/in-memory/address-change.ts'
import { sendWaitingEmails } from '#test/kit/in-memory/send-emails.ts'
import { newEmail } from '#test/kit/people.ts'
import { deleteAccount } from './delete-account.ts'
import { partitionKinds } from './partition.ts'
import type { PurgeDependencies } from './purge.ts'

type ExportSection = keyof AccountData

interface Kind {
  /** Section of the export that shows it, if it is about an account. */
  readonly section?: ExportSection
  /** Step of a deletion that removes the item, or the account from it. `tombstone`: with the profile. */
  readonly deletedBy?: keyof PurgeDependencies | 'tombstone'
  /** Reason why a deletion keeps the item. */
  readonly reason?: string
  /** Start of the row in docs/retention.md. The content of the library and referral links have none. */
  readonly row?: string
}

const shortLived: Kind = { reason: 'ends within a day', row: 'counters, links, passkey challenges, grants' }
const figures = (row: string): Kind => ({ reason: 'not personal', row })
const library: Kind = { reason: 'content of the library; admins by id' }
const referrals: Kind = { reason: 'about a referrer, who has no account' }

/** Every kind of item outside the partition of an account. */
const otherKinds: Readonly<Record<string, Kind>> = {
  accepted_answer: shortLived,
  account_search: { section: 'profile', deletedBy: 'tombstone', row: 'profile, subscription' },
  address: { section: 'profile', deletedBy: 'tombstone', row: 'profile, subscription' },
  admin_deletions: { reason: 'a counter of all admins' },
  chat_count: figures('figures of the admin area; number of chats'),
  chat_deletion: figures('request to delete old chats'),
  chat_event: { reason: 'ids of events only', row: 'Stripe events; chat events; chat visitors' },
  chat_visitor: {
    section: 'about_this_file',
    deletedBy: 'chatVisitors',
    row: 'Stripe events; chat events; chat visitors',
  },
  contact: { section: 'contact_messages', deletedBy: 'messages', row: 'messages from the contact page' },
  contact_reply: {
    section: 'contact_messages',
    deletedBy: 'messages',
    row: 'messages from the contact page',
  },
  counted_chat: { reason: 'a hash', row: 'marker for a counted chat' },
  counted_referral: { reason: 'a hash', row: 'marker for an address that a referral link has counted' },
  customer: { section: 'payments', deletedBy: 'retainedRecords', row: 'invoices and payments at Stripe' },
  deletion: { section: 'about_this_file', deletedBy: 'deletions', row: 'tombstone of a deleted account' },
  discarded_sign_up: { reason: 'has only the id of a sign-up', row: 'pending sign-up' },
  email: { section: 'emails', deletedBy: 'deleteEmailsTo', row: 'emails' },
  email_problem: { section: 'email_problem', deletedBy: 'emailProblems', row: 'address that emails bounce' },
  ended_upload: { reason: 'has only the hash of an upload and the name of a library file' },
  event: { reason: 'ids of events only', row: 'Stripe events; chat events; chat visitors' },
  former_address: {
    section: 'profile',
    deletedBy: 'forgetFormerAddress',
    row: 'time at which an account gave',
  },
  file_title: library,
  inbox_item: { section: 'tickets', deletedBy: 'retainedRecords', row: 'inbox items' },
  library_change: library,
  library_facts: library,
  library_file: library,
  library_text: library,
  library_text_version: library,
  link: { section: 'about_this_file', deletedBy: 'links', row: 'counters, links' },
  media_link: library,
  numbers: figures('figures of the admin area'),
  pass_payment: { section: 'passes', deletedBy: 'retainedRecords', row: 'passes and their payments' },
  pass_withdrawal: { reason: 'ends within two days', row: 'latest withdrawal from a pass' },
  passkey_challenge: shortLived,
  passkey_grant: shortLived,
  preview: shortLived,
  rate: { section: 'about_this_file', deletedBy: 'retainedRecords', row: 'counters, links' },
  reconciliation: figures('time of the last complete reconciliation'),
  referral: referrals,
  referral_day: referrals,
  referral_token: referrals,
  reserved_name: { reason: 'has only the name of a file' },
  retained_payments: { reason: 'pseudonymous', row: 'payments of a deleted account' },
  sign_up_check: { section: 'about_this_file', deletedBy: 'links', row: 'pending sign-up' },
  tombstone: { reason: 'shows that the account is deleted', row: 'tombstone of a deleted account' },
  unfinished_file: library,
}

const sources = readdirSync('services', { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
)

/** Lists the kinds of items that the source code writes or parses. */
const kindsInSources = (): string[] => {
  const texts = sources.map((file) => readFileSync(`services/${file}`, 'utf8'))
  const named = texts.flatMap((text) => [
    ...text.matchAll(/\bentity: (?:z\.literal\(|z\.enum\(\[)?((?:'[a-z_]+'(?:, )?)+)/g),
  ])
  return [...new Set(named.flatMap(([, kinds = '']) => kinds.match(/[a-z_]+/g) ?? []))].toSorted()
}

/** Stores an answered message of the sender. */
const storeMessage = async (table: Table, email: string, now: Date) => {
  const contacts = contactRepository(table)
  await contacts.receive({ name: 'Robin', email, subject: 'A question', message: 'How?' }, now)
  const [sent] = await contacts.listFrom(email)
  const found = await contacts.find(String(sent?.pk).slice(keys.contactMessage('').pk.length))
  if (found === undefined) throw new Error('The message is stored')
  const answer = { from: 'adviser', text: 'Like this.', acknowledges: false, at: now.toISOString() } as const
  await table.transact(...contacts.replyWrites(found.message, 'reply-1', answer))
}

/** An account that has changed its address, with items of all kinds that its deletion removes. */
const anAccountWithAllKinds = async () => {
  const identity = await addressChangeInMemory()
  const { table, userId, request, confirm, send, now } = identity
  const email = newEmail('new')
  await request(email)
  await confirm(email)
  identity.passSeconds(60)
  await storeMessage(table, email, now())
  await sendWaitingEmails(table, now())
  await send.sendMagicLink(email)
  const at = now().toISOString()
  await emailProblemRepository(table).record({ email, reason: 'complaint', detail: 'abuse', at })
  await visitorRepository(table).record('visitor', { userId }, now())
  for (const limit of changeEmail.limits)
    if (limit.by !== 'everyone')
      await countRequest(table, changeEmail.name, limit, limit.by === 'user' ? userId : email, now())
  const pass = { entity: 'pass', user_id: userId, session_id: 'cs_1', email: null, paid_at: at, minutes: 30 }
  await table.transact(
    update(keys.profile(userId), 'SET stripe_customer_id = :id', { values: { ':id': 'cus_1' } }),
    put(keys.customer('cus_1'), { entity: 'customer', user_id: userId }),
    put(keys.pass(userId, 'cs_1'), {
      ...pass,
      purchases: { cs_1: { paid_at: at, reversed: false } },
      version: 1,
    }),
    put(keys.passPayment('cs_1'), { entity: 'pass_payment', user_id: userId, pass: 'cs_1' }),
  )
  return {
    ...identity,
    delete: async () => {
      const account = await findAccount(table, userId)
      if (account === undefined) throw new Error('The account is stored')
      return deleteAccount(account, accountDeletionInMemory(table, identity.pool).deps, now())
    },
  }
}

describe('kinds of items in the table', () => {
  test('are removed with the account if they name what deletes them', async () => {
    const account = await anAccountWithAllKinds()
    const removed = Object.entries(otherKinds).flatMap(([kind, { deletedBy }]) => (deletedBy ? [kind] : []))
    const stored = () =>
      account.database
        .all()
        // The payment of a pass is kept without the account, and an email to our support team without its content.
        .filter(({ to, content }) => to?.['S'] !== brand.supportEmail || content !== undefined)
        .filter(({ entity, user_id: id }) => entity?.['S'] !== 'pass_payment' || id?.['S'] !== undefined)
        .map(({ entity }) => String(entity?.['S']))
    // Only a deletion that is not complete has a record.
    expect([...new Set([...stored(), 'deletion'])]).toEqual(expect.arrayContaining(removed))
    expect(await account.delete()).toEqual({ success: true })
    await sendWaitingEmails(account.table, account.now())
    expect(stored().filter((kind) => removed.includes(kind))).toEqual([])
  })

  test('are in the partition of an account or listed here', () => {
    const listed = [...Object.keys(partitionKinds), ...Object.keys(otherKinds)].toSorted()
    expect(kindsInSources(), 'add this kind to partition.ts, or here with its deletion').toEqual(listed)
  })

  test.each(Object.entries(otherKinds))(
    '%s names what deletes it with the account, or a reason not to',
    (_name, { section, deletedBy, reason }) => {
      expect(section === undefined).toBe(deletedBy === undefined)
      expect(deletedBy === undefined).toBe(reason !== undefined)
    },
  )

  test.each(Object.entries(otherKinds).filter(([, { row }]) => row !== undefined))(
    '%s has a row in docs/retention.md',
    (_name, { row = '' }) => {
      expect(readFileSync('docs/retention.md', 'utf8')).toContain(`\n| ${row}`)
    },
  )
})
