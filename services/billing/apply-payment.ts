import type { MailContent } from '../../shared/contract/mail.ts'
import { bought, isUsable, minutesOf, withBlock } from '../../shared/rules/pass.ts'
import { hashOf } from '../platform/crypto.ts'
import type { GuestKeys } from './guest-keys.ts'
import type { HeldPass, Holder, PassRepository } from './pass.repository.ts'
import { passKinds, type Session } from './stripe-session.ts'

export interface PassNeeds {
  readonly passes: PassRepository
  /** Needed for guest passes only. */
  readonly guestKeys: GuestKeys | undefined
  readonly siteUrl: string
}

/** Each conflict means that another run got through, so a handful is plenty. */
const maxTries = 8

/** Is this the session of a one-time pass that our own code opened? */
export const isOfPass = (session: Session): boolean =>
  session.mode === 'payment' &&
  (session.kind === passKinds.guest || (session.kind === passKinds.person && session.userId !== null))

const requireKeys = ({ guestKeys }: PassNeeds): GuestKeys => {
  if (guestKeys === undefined) throw new Error('Guest passes need the secret of their keys')
  return guestKeys
}

interface Target {
  readonly current: HeldPass | undefined
  /** Whose a new pass would be. */
  readonly holder: Holder
}

const guestHolder = async (root: string, needs: PassNeeds): Promise<Holder> => ({
  keyHash: hashOf(await requireKeys(needs).keyOf(root)),
})

/** The pass that a payment adds to, if its holder has one that lasts; `undefined` when nobody holds it. */
const targetOf = async (session: Session, needs: PassNeeds, now: Date): Promise<Target | undefined> => {
  if (session.kind === passKinds.guest) {
    const holder = await guestHolder(session.id, needs)
    if (session.extends === undefined) return { current: undefined, holder }
    const extended = await guestHolder(session.extends, needs)
    const current =
      extended.keyHash === undefined ? undefined : await needs.passes.byKeyHash(extended.keyHash)
    return { current: current && isUsable(current.pass, now) ? current : undefined, holder }
  }
  const { userId } = session
  const passes = userId === null ? undefined : await needs.passes.of(userId)
  if (userId === null || passes === undefined) return undefined
  return { current: passes.find(({ pass }) => isUsable(pass, now)), holder: { userId } }
}

const receiptFor = async (held: HeldPass, session: Session, needs: PassNeeds): Promise<MailContent> => {
  const guest = held.holder.userId === undefined
  const query = guest
    ? new URLSearchParams({ pass: held.root, token: await requireKeys(needs).wayBackOf(held.root) })
    : undefined
  return {
    template: 'pass',
    minutes: minutesOf(held.pass),
    priceMinor: session.amountMinor,
    extended: held.version > 0,
    guest,
    link: query ? `${needs.siteUrl}/auth/pass?${query.toString()}` : `${needs.siteUrl}/livechat`,
  }
}

const applyNew = async (session: Session, needs: PassNeeds, now: Date) => {
  const target = await targetOf(session, needs, now)
  if (target === undefined) return undefined
  const held: HeldPass = target.current
    ? { ...target.current, pass: bought(target.current.pass, session.id, now) }
    : {
        holder: target.holder,
        root: session.id,
        email: session.email,
        pass: bought(undefined, session.id, now),
        version: 0,
      }
  const mail = await receiptFor(held, session, needs)
  return { held, outcome: await needs.passes.write({ held, now, payment: session.id, mail }) }
}

const applyReturn = async (held: HeldPass, session: Session, { passes }: PassNeeds, now: Date) => {
  const withdrawn = session.money !== 'taken'
  const pass = withBlock(held.pass, session.id, withdrawn)
  if (pass === held.pass) return { held, outcome: 'written' as const }
  const mail: MailContent | undefined = withdrawn
    ? {
        template: 'refunded',
        what: 'pass',
        disputed: session.money !== 'returned',
        amountMinor: session.amountMinor,
      }
    : undefined
  const changed = { ...held, pass }
  return { held: changed, outcome: await passes.write({ held: changed, now, mail }) }
}

/** The pass that a session paid for, and the block of it that it paid. */
export interface Applied {
  readonly held: HeldPass
  readonly appliedAt: Date
  /** Its money has gone back or is disputed. */
  readonly withdrawn: boolean
}

/**
 * Brings the pass of a one-time session in line with what Stripe says of its money: the one way for webhook,
 * success page and reconciliation. A session pays for one block of one pass, whoever asks first, however
 * often; a session that was refunded before anybody asked never gives one.
 *
 * @returns what the session paid for; `undefined` when it gives nothing
 */
export const applyPayment = async (
  session: Session,
  needs: PassNeeds,
  now: Date,
): Promise<Applied | undefined> => {
  if (!isOfPass(session) || !session.isComplete || !session.paid) return undefined
  for (let tries = 0; tries < maxTries; tries += 1) {
    const payment = await needs.passes.payment(session.id)
    if (payment === undefined && session.money !== 'taken') return undefined
    const held = payment && (await needs.passes.paidBy(payment))
    if (payment && !held) return undefined // its holder was deleted
    const applied = held ? await applyReturn(held, session, needs, now) : await applyNew(session, needs, now)
    if (applied === undefined) return undefined
    const appliedAt = payment ? new Date(payment.applied_at) : now
    if (applied.outcome === 'written')
      return { held: applied.held, appliedAt, withdrawn: session.money !== 'taken' }
  }
  throw new Error('A pass kept changing while a payment was being applied to it')
}
