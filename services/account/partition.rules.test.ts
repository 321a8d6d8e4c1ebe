import '#test/kit/in-memory/environment.ts'
import { describe, expect, test } from 'vitest'
import { unsealKey, secondFactorRepository } from '#services/identity/public.ts'
import { ticketMessageWrite, ticketRepository } from '#services/tickets/public.ts'
import { keys } from '#platform/table/keys.ts'
import { passkeysInMemory } from '#test/kit/in-memory/passkeys.ts'
import { exportedFieldsOf, isPartitionKind, isRetained, partitionKinds } from './partition.ts'
import { newDeletion } from './deletion-record.ts'
import { retainedRecordsRepository } from './retained-records.repository.ts'
import { unlistedFieldsOf } from './unlisted-fields.ts'

const secret = 'a secret of the stage'
const signIn = 'session-1'

/** Creates an admin with an item of each kind that the accounts of the local cloud lack. */
const accountWithSecurityItems = async () => {
  const passkeys = await passkeysInMemory()
  const { table, now } = passkeys.world
  const { userId, profile } = passkeys.owner
  const laptop = passkeys.authenticator()
  await passkeys.add(laptop)
  await passkeys.signIn(laptop)
  const factors = secondFactorRepository(table)
  await factors.create(userId, { key: 'the key of the app', signIn, secret, now }, undefined)
  const factor = await factors.find(userId)
  if (factor === undefined) throw new Error('no second factor')
  await factors.stepUp(userId, factor, { step: now, signIn, now })
  const { id } = await ticketRepository(table).submit({
    from: profile,
    form: { topic: 'Gas safety', country: 'wales', message: 'Who pays for the check?' },
    answeredBy: '2027-03-02',
    link: 'http://localhost/profile',
    now,
  })
  const reply = {
    from: 'adviser',
    text: 'The landlord pays.',
    acknowledges: false,
    at: now.toISOString(),
  } as const
  const ticket = { user_id: userId, reference: id, created_at: now.toISOString() }
  await table.transact(ticketMessageWrite(ticket, 'reply-1', reply))
  const items = () => table.list(keys.profile(userId).pk, '')
  return { table, now, userId, email: profile.email, items, key: unsealKey(userId, factor, secret) }
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe('items of an account', () => {
  test('are of a kind that partitionKinds lists, with fields that it exports or leaves out', async () => {
    const items = await (await accountWithSecurityItems()).items()
    expect(items.map(({ entity }) => entity)).toEqual(
      expect.arrayContaining(['passkey', 'second_factor', 'step_up', 'ticket', 'ticket_message', 'audit']),
    )
    expect(items.flatMap(unlistedFieldsOf), 'add these fields to partition.ts').toEqual([])
  })

  test('are reported as a whole if their kind is not listed', () => {
    expect(unlistedFieldsOf({ entity: 'unknown', user_id: 'ana' })).toEqual(['every field of unknown'])
  })

  test('have a kind named after their key', () => {
    // A string that is also a valid audit subject, so that it fits every key function.
    const somebody = Object.assign('somebody', { kind: 'user', id: 'somebody' })
    const missing = Object.entries(keys).filter(([name, make]) => {
      const made: unknown = Reflect.apply(make, keys, [somebody, 'x', 'y', 'z'])
      if (typeof made !== 'object' || made === null || !('pk' in made) || !('sk' in made)) return false
      return made.pk === 'user#somebody' && !isPartitionKind(snakeCase(name))
    })
    expect(
      missing.map(([name]) => name),
      'add the kinds of these keys to partition.ts, named after the key: fileNote → file_note',
    ).toEqual([])
  })

  test('are deleted with the account, apart from the audit log', async () => {
    const { table, now, userId, email, items } = await accountWithSecurityItems()
    await retainedRecordsRepository(table).purgePartition(newDeletion(userId, email, now))
    const left = (await items()).map(({ entity }) => entity)
    expect(left.filter((entity) => entity !== 'profile' && !isRetained(entity))).toEqual([])
    expect(left).toContain('audit')
  })
})

describe('exportedFieldsOf', () => {
  test('contains no secret of a passkey or second factor', async () => {
    const { items, key } = await accountWithSecurityItems()
    const exported = (await items()).map((item) =>
      isPartitionKind(item['entity']) ? exportedFieldsOf(item['entity'], item) : {},
    )
    expect(JSON.stringify(exported)).toContain('Work laptop')
    expect(JSON.stringify(exported)).not.toMatch(new RegExp(`${key}|public_key|sealed_key|${signIn}`))
  })

  test('contains the requests to start within the withdrawal period, without ids at Stripe', () => {
    const request = { start_request_wording: '2026-11-22', start_requested_at: '2027-03-01T10:00:00.000Z' }
    const purchase = { paid_at: '2027-03-01T10:00:00.000Z', reversed: false, ...request }
    expect(exportedFieldsOf('pass', { session_id: 'cs_1', purchases: { cs_1: purchase } })).toEqual({
      purchases: [purchase],
    })
    expect(exportedFieldsOf('subscription', { ...request, version: 2 })).toEqual(request)
  })

  test('names the dispute of a pass, and not the field of earlier releases that calls it a refund', () => {
    const reversed_at = '2027-03-01T10:00:00.000Z'
    const purchase = {
      paid_at: '2027-02-01T10:00:00.000Z',
      reversed: true,
      reversed_at,
      reversal: 'disputed',
    }
    const item = { session_id: 'cs_1', refunded_at: reversed_at, purchases: { cs_1: purchase } }
    expect(exportedFieldsOf('pass', item)).toEqual({ purchases: [purchase] })
  })

  test('contains former addresses without the time at which another owner gave them up', () => {
    const [from, until] = ['2027-01-01T10:00:00.000Z', '2027-03-01T10:00:00.000Z']
    const former = { email: 'former@people.example', until }
    expect(exportedFieldsOf('profile', { former_emails: [{ ...former, from }] })).toEqual({
      former_emails: [former],
    })
  })

  test('never exports a field that is also left out', () => {
    for (const { fields, leftOut } of Object.values(partitionKinds)) {
      const exported = new Set<string>(fields)
      expect(leftOut.filter((field) => exported.has(field))).toEqual([])
    }
  })
})
