import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  passRecord,
  profileRecord,
  stepUpRecord,
  subscriberRecord,
  subscriptionRecord,
} from '#platform/account/records.ts'
import { auditRecord } from '#platform/table/audit.ts'
import { messageRecord } from '#platform/table/inbox.ts'
import { secondFactorRecord } from '#services/identity/public.ts'
import { libraryEmailsRecord } from '#services/library/public.ts'
import { passkeyRecord } from '#services/passkeys/public.ts'
import { reservationRecord } from '#services/payments/public.ts'
import { accessChangeRecord } from '#services/subscriptions/public.ts'
import { ticketRecord } from '#services/tickets/public.ts'
import { type PartitionKind, partitionKinds } from './partition.ts'
import { systems } from './personal-data.ts'
import { unlistedFieldsOf } from './unlisted-fields.ts'

interface Kind {
  /** Schema of the item. Its repository's domain exports it in `public.ts`. */
  readonly record: {
    readonly shape: { readonly entity: { readonly safeParse: (value: unknown) => { success: boolean } } }
  }
  /** Start of the row in docs/retention.md. */
  readonly retention: string
  /** Start of the row of the data map in docs/security.md. */
  readonly dataMap: string
  /** Words that the exported list of systems uses for it. Undefined for data that only admins have. */
  readonly stated: string | undefined
}

const account = 'profile, subscription, access history, checkout pages'
const ticket = { retention: 'tickets with their replies', dataMap: 'tickets, contact messages, replies' }
const purchase = { dataMap: 'subscription, passes' }
const admins = { dataMap: 'second factors of admins; step-ups', stated: undefined }

const kinds: Readonly<Record<PartitionKind, Kind>> = {
  profile: { record: profileRecord, retention: account, dataMap: 'profile', stated: 'Your profile' },
  subscriber: { record: subscriberRecord, retention: account, ...purchase, stated: 'access' },
  subscription: { record: subscriptionRecord, retention: account, ...purchase, stated: 'access' },
  pass: { record: passRecord, retention: 'passes and their payments', ...purchase, stated: 'passes' },
  access_change: {
    record: accessChangeRecord,
    retention: account,
    dataMap: 'access history',
    stated: 'access history',
  },
  ticket: { record: ticketRecord, ...ticket, stated: 'tickets' },
  ticket_message: { record: messageRecord, ...ticket, stated: 'tickets with our replies' },
  library_emails: {
    record: libraryEmailsRecord,
    retention: 'the setting for the monthly email',
    dataMap: 'setting of the monthly email',
    stated: 'whether you get the monthly email',
  },
  passkey: {
    record: passkeyRecord,
    retention: 'passkeys: name, public key, last use',
    dataMap: 'passkeys: name, public key, last use',
    stated: 'the names of your passkeys and when you used them',
  },
  audit: {
    record: auditRecord,
    retention: 'audit entries',
    dataMap: 'audit entries',
    stated: 'changes that admins made to your account',
  },
  second_factor: { record: secondFactorRecord, retention: 'second factor of an admin', ...admins },
  step_up: { record: stepUpRecord, retention: 'step-ups of an admin', ...admins },
  checkout: {
    record: reservationRecord,
    retention: account,
    dataMap: 'payment pages that the account opened',
    stated: 'the payment pages you opened',
  },
}

const rowsIn = (document: string, start: string): string[] =>
  readFileSync(document, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`| ${start}`))

describe('kinds of items in the partition of an account', () => {
  test('are all in this file, with their schema and the texts about them', () => {
    expect(Object.keys(kinds).toSorted()).toEqual(Object.keys(partitionKinds).toSorted())
  })

  describe.each(Object.entries(kinds))('%s', (kind, { record, retention, dataMap }) => {
    test('has no field that is neither exported nor left out', () => {
      expect(record.shape.entity.safeParse(kind).success, 'give the schema of this kind').toBe(true)
      const fields = Object.fromEntries(Object.keys(record.shape).map((field) => [field, null]))
      expect(unlistedFieldsOf({ ...fields, entity: kind }), 'add these fields to partition.ts').toEqual([])
    })

    test('has a row in docs/retention.md', () => {
      expect(rowsIn('docs/retention.md', retention), `add a row that starts with: ${retention}`).toHaveLength(
        1,
      )
    })

    test('has a row in the data map of docs/security.md', () => {
      expect(rowsIn('docs/security.md', dataMap), `add a row that starts with: ${dataMap}`).toHaveLength(1)
    })
  })

  const ofCustomers = Object.entries(kinds).flatMap(([kind, { stated }]) =>
    stated === undefined ? [] : [[kind, stated] as const],
  )
  test.each(ofCustomers)('%s is named to customers who export their data', (_kind, stated) => {
    const database = systems.find(({ system }) => system === 'Our database')
    expect(database?.stores, 'name it in personal-data.ts').toContain(stated)
  })
})
