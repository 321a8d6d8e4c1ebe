import * as z from 'zod'
import { keptUntil } from '../../shared/rules/retention.ts'
import { endOf, isUsable, minutesOf, type Pass } from '../../shared/rules/pass.ts'
import type { MailContent } from '../../shared/contract/mail.ts'
import { mailWrite } from '../platform/mail/outbox.ts'
import { findMember, stillThere } from '../platform/member.ts'
import { keys } from '../platform/table/keys.ts'
import { type PassRecord, passRecord } from '../platform/table/records.ts'
import { put, putNew, type Table } from '../platform/table/table.ts'

/** Whose a pass is: a person's, or whoever's that has the key. */
export type Holder =
  | { readonly userId: string; readonly keyHash?: undefined }
  | { readonly keyHash: string; readonly userId?: undefined }

/** A pass with what the table needs to write it again. */
export interface HeldPass {
  readonly holder: Holder
  /** The Checkout Session that was the first to pay for it. */
  readonly root: string
  readonly email: string | null
  readonly pass: Pass
  /** 0 for a pass that has not been written yet. */
  readonly version: number
}

export interface Change {
  readonly held: HeldPass
  readonly now: Date
  /** The payment that this change applies; recorded with it, so that it applies once. */
  readonly payment?: string
  /** The news from the chat that this change follows; recorded with it, so that it counts once. */
  readonly eventId?: string
  readonly mail?: MailContent
}

const paymentRecord = z.object({
  entity: z.literal('pass-payment'),
  user_id: z.string().nullable(),
  key_hash: z.string().nullable(),
  /** The pass that it went to. */
  pass: z.string(),
  applied_at: z.string(),
})
export type PassPayment = z.infer<typeof paymentRecord>

const keyOf = ({ holder, root }: Pick<HeldPass, 'holder' | 'root'>) =>
  holder.userId === undefined ? keys.guestPass(holder.keyHash) : keys.pass(holder.userId, root)

/** The holder of a guest pass, read off the key under which it is stored. */
const keyHashOf = (pk: string): Holder => ({ keyHash: pk.slice(pk.indexOf('#') + 1) })

const toPass = (record: PassRecord): Pass => ({
  paidAt: record.paid_at,
  startedAt: record.started_at,
  endedAt: record.ended_at,
  blocks: Object.fromEntries(
    Object.entries(record.blocks).map(([session, block]) => [
      session,
      { paidAt: block.paid_at, withdrawn: block.withdrawn },
    ]),
  ),
})

const toHeld = (record: PassRecord, holder: Holder): HeldPass => ({
  holder,
  root: record.session_id,
  email: record.email,
  pass: toPass(record),
  version: record.version,
})

const toRecord = ({ holder, root, email, pass, version }: HeldPass, now: Date) => {
  const minutes = minutesOf(pass)
  const record: PassRecord = {
    entity: 'pass',
    user_id: holder.userId ?? null,
    session_id: root,
    email,
    paid_at: pass.paidAt,
    started_at: pass.startedAt,
    ended_at: pass.endedAt,
    minutes,
    refunded_at: minutes === 0 ? now.toISOString() : undefined,
    blocks: Object.fromEntries(
      Object.entries(pass.blocks).map(([session, block]) => [
        session,
        { paid_at: block.paidAt, withdrawn: block.withdrawn },
      ]),
    ),
    version: version + 1,
  }
  const lastPaid = Object.values(pass.blocks).map(({ paidAt }) => paidAt)
  return {
    ...record,
    ...keys.retention(keptUntil('payment', new Date(lastPaid.toSorted().at(-1) ?? pass.paidAt))),
    ...(isUsable(pass, now) ? keys.passDue(endOf(pass).toISOString()) : {}),
  }
}

/** How long news from the chat is remembered, in seconds: Tawk.to repeats what failed for twelve hours. */
const keepEventSeconds = 7 * 24 * 3600

const heard = (eventId: string, now: Date) =>
  putNew(
    keys.chatEvent(eventId),
    {
      entity: 'chat-event',
      heard_at: now.toISOString(),
      expiresAtEpochSeconds: Math.floor(now.getTime() / 1000) + keepEventSeconds,
    },
    'heard_before',
  )

const paid = (payment: string, { holder, root }: HeldPass, now: Date) => {
  const record: PassPayment = {
    entity: 'pass-payment',
    user_id: holder.userId ?? null,
    key_hash: holder.keyHash ?? null,
    pass: root,
    applied_at: now.toISOString(),
  }
  const item = { ...record, ...keys.retention(keptUntil('payment', now)) }
  return putNew(keys.passPayment(payment), item, 'applied_before')
}

export const passRepository = (table: Table) => ({
  /** The passes of a person, oldest first; `undefined` when there is no such person. */
  async of(userId: string): Promise<HeldPass[] | undefined> {
    const member = await findMember(table, userId)
    return member?.passes
      .map((record) => toHeld(record, { userId }))
      .toSorted((a, b) => a.pass.paidAt.localeCompare(b.pass.paidAt) || a.root.localeCompare(b.root))
  },

  /** The pass that a guest key with this hash opens. */
  async byKeyHash(keyHash: string): Promise<HeldPass | undefined> {
    const record = await table.find(keys.guestPass(keyHash), passRecord)
    return record && toHeld(record, { keyHash })
  },

  /** What became of the payment of this session. */
  payment: (session: string): Promise<PassPayment | undefined> =>
    table.find(keys.passPayment(session), paymentRecord),

  /** The pass that a payment went to. */
  async paidBy(payment: PassPayment): Promise<HeldPass | undefined> {
    if (payment.key_hash !== null) return this.byKeyHash(payment.key_hash)
    const passes = payment.user_id === null ? undefined : await this.of(payment.user_id)
    return passes?.find(({ root }) => root === payment.pass)
  },

  /** Passes whose time was up before now and that nobody has closed yet, oldest first. */
  async due(now: Date, limit: number): Promise<HeldPass[]> {
    const items = await table.listDue(keys.passDue('').gsi1pk, now.toISOString(), limit)
    return items.map((item) => {
      const record = passRecord.parse(item)
      const holder = record.user_id === null ? keyHashOf(String(item['pk'])) : { userId: record.user_id }
      return toHeld(record, holder)
    })
  },

  /** Has this news from the chat changed a pass before? */
  async hasHeard(eventId: string): Promise<boolean> {
    return (await table.find(keys.chatEvent(eventId), z.object({}))) !== undefined
  },

  /**
   * Writes a pass, unless somebody wrote it since it was read or the payment was applied before: then the
   * answer is `stale`, and the caller looks again. The mail stands in the same transaction.
   */
  async write({ held, now, payment, eventId, mail }: Change): Promise<'written' | 'stale'> {
    const { holder, root, email, version } = held
    const { lost } = await table.transact(
      ...(holder.userId === undefined ? [] : [stillThere(holder.userId, 'stale')]),
      put(
        keyOf(held),
        toRecord(held, now),
        version === 0
          ? { onlyIf: 'attribute_not_exists(pk)' }
          : { onlyIf: 'version = :version', values: { ':version': version } },
      ),
      ...(payment === undefined ? [] : [paid(payment, held, now)]),
      ...(eventId === undefined ? [] : [heard(eventId, now)]),
      ...(mail === undefined || email === null
        ? []
        : [mailWrite({ cause: `${mail.template}:${root}:${version + 1}`, to: email, content: mail, now })]),
    )
    return lost === undefined ? 'written' : 'stale'
  },
})

export type PassRepository = ReturnType<typeof passRepository>
