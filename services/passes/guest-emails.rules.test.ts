import '#test/kit/in-memory/environment.ts'
import { expect, test, vi } from 'vitest'
import { outboxRecord } from '#platform/email/outbox-record.ts'
import { keys } from '#platform/table/keys.ts'
import { emailFactGateway } from '#services/payments/stripe/email-facts.ts'
import { passKinds } from '#services/payments/stripe/session.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { aPassInvoice, aPassSession } from '#test/kit/in-memory/session.ts'
import { applyPayment } from './apply-payment.ts'
import { guestKeysFrom } from './guest-keys.ts'
import { passRepository } from './pass.repository.ts'
import { recordChatMessages } from './record-chat-messages.ts'

const now = new Date('2027-03-01T10:00:00Z')
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const email = 'payer@people.example'

/** Sells a pass. An adviser replies while its holder is away, and the pass runs out. Returns the emails. */
const emailsOf = async (isGuest: boolean) => {
  const { table, account } = inMemory({ now })
  const { userId } = await account({ email })
  const deps = {
    passes: passRepository(table),
    guestKeys: guestKeysFrom(async () => 'secret'),
    siteUrl: 'https://site.example',
    stripe: { findSession: async () => undefined },
  }
  const buyer = isGuest ? {} : { kind: passKinds.account, userId }
  const applied = await applyPayment(aPassSession({ email, invoiceId: 'in_1', ...buyer }), deps, now)
  if (applied === undefined) throw new Error('The payment gives a pass')
  const { holder } = applied.stored
  const report = async (eventId: string, from: 'adviser' | 'visitor', minutes: number, seenAt = minutes) =>
    recordChatMessages(
      {
        holder,
        eventId,
        messages: [{ from, at: minutesLater(minutes) }],
        isLive: true,
        now: minutesLater(seenAt),
      },
      deps,
    )
  await report('event-1', 'adviser', 10)
  await report('event-2', 'visitor', 11, 60)
  const items = await table.listByIndex(keys.emailsTo(email, '').gsi1pk)
  return items.map((item) => outboxRecord.parse(item))
}

test.each([
  ['a guest', true],
  ['an account', false],
])('the emails about a pass of %s have the mark of a guest: %s', async (_holder, isGuest) => {
  vi.spyOn(emailFactGateway, 'findPaidInvoice').mockResolvedValue(
    aPassInvoice({ customerId: null, guestEmail: isGuest ? email : null, payerEmail: email }),
  )
  const emails = await emailsOf(isGuest)
  expect(emails.map(({ content }) => content?.template).toSorted()).toEqual([
    'adviser-replied',
    'pass',
    'pass-over',
    'receipt',
  ])
  expect(emails.map(({ for_guest: forGuest = false }) => forGuest)).toEqual(emails.map(() => isGuest))
})
