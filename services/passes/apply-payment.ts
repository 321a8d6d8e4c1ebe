import type { EmailContent } from '#shared/contract/email.ts'
import {
  addPurchase,
  endOf,
  isUsable,
  minutesOf,
  restorePurchase,
  reversePurchase,
} from '#shared/rules/pass.ts'
import { hashOf } from '#platform/crypto.ts'
import { retryOnConflict } from '#platform/table/retry-on-conflict.ts'
import { confirmOrder } from '#services/payments/receipt-email.ts'
import type { StripeGateway } from '#services/payments/stripe.gateway.ts'
import { passKinds, type Session } from '#services/payments/stripe/session.ts'
import { findUsableGuestPass } from './find-usable-guest-pass.ts'
import { passLink, type PassLinkDependencies, requireGuestKeys } from './pass-link.ts'
import type { PassHolder, PassRepository, StoredPass } from './pass.repository.ts'

export interface PassDependencies extends PassLinkDependencies {
  readonly passes: PassRepository
  readonly stripe: Pick<StripeGateway, 'findSession'>
}

/** Returns whether our code opened this session to sell a pass. */
export const isPassSession = (session: Session): boolean =>
  session.mode === 'payment' &&
  (session.kind === passKinds.guest || (session.kind === passKinds.account && session.userId !== null))

interface Target {
  /** The usable passes that the payment can extend, oldest first. */
  readonly usable: readonly StoredPass[]
  /** The holder of the pass if the payment creates one. */
  readonly holder: PassHolder
  /** The address of the account, or the address that a guest entered on the payment page. */
  readonly email: string | null
}

/** Finds the usable passes of the buyer. Returns `undefined` when the account is deleted. */
const findTarget = async (
  session: Session,
  deps: PassDependencies,
  now: Date,
): Promise<Target | undefined> => {
  if (session.kind === passKinds.guest) {
    const guestKeys = requireGuestKeys(deps)
    const holder = { keyHash: hashOf(await guestKeys.keyOf(session.id)) }
    const { extendsSessionId, email } = session
    if (extendsSessionId === undefined) return { usable: [], holder, email }
    const guestKey = await guestKeys.keyOf(extendsSessionId)
    const extended = await findUsableGuestPass(guestKey, deps.passes, now)
    return { usable: extended === undefined ? [] : [extended], holder, email }
  }
  const { userId } = session
  const account = userId === null ? undefined : await deps.passes.findByUser(userId)
  if (userId === null || account === undefined) return undefined
  const usable = account.passes.filter(({ pass }) => isUsable(pass, now))
  return { usable, holder: { userId }, email: account.email }
}

/**
 * Returns a usable pass if a payment can extend it. It cannot while a withdrawal from one of its purchases is running,
 * because the minutes used would count for the new purchase. Once that withdrawal has ended, reads from Stripe which
 * purchases are reversed, because the events about them may be late or lost.
 */
const asExtensible = async (
  stored: StoredPass,
  { passes, stripe }: PassDependencies,
  now: Date,
): Promise<StoredPass | undefined> => {
  const withdrawal = await passes.findOpenWithdrawal(stored, now)
  if (withdrawal === undefined) return stored
  if (withdrawal === 'running') return undefined
  const ids = Object.keys(stored.pass.purchases)
  const purchases = await Promise.all(ids.map((id) => stripe.findSession(id)))
  const pass = purchases.reduce(
    (rest, session) =>
      session?.reversal === undefined ? rest : reversePurchase(rest, session.id, now, session.reversal),
    stored.pass,
  )
  return isUsable(pass, now) ? { ...stored, pass } : undefined
}

/** Finds the pass that a payment extends. */
const findExtensible = async (
  { usable }: Target,
  deps: PassDependencies,
  now: Date,
): Promise<StoredPass | undefined> => {
  for (const stored of usable) {
    const extensible = await asExtensible(stored, deps, now)
    if (extensible !== undefined) return extensible
  }
  return undefined
}

const passEmail = async (
  stored: StoredPass,
  session: Session,
  deps: PassDependencies,
): Promise<EmailContent> => ({
  template: 'pass',
  minutes: minutesOf(stored.pass),
  price_minor: session.amountMinor,
  currency: session.currency,
  extended: stored.version > 0,
  guest: stored.holder.userId === undefined,
  started: stored.pass.startedAt !== undefined,
  ends_at: endOf(stored.pass).toISOString(),
  link: await passLink(stored, deps),
})

/** Creates or extends a pass with a payment that was not applied before. */
const applyPurchase = async (session: Session, deps: PassDependencies, now: Date) => {
  const target = await findTarget(session, deps, now)
  if (target === undefined) return undefined
  const current = await findExtensible(target, deps, now)
  const stored: StoredPass = current
    ? { ...current, pass: addPurchase(current.pass, session.id, now, session.startRequest) }
    : {
        holder: target.holder,
        firstSessionId: session.id,
        email: target.email,
        pass: addPurchase(undefined, session.id, now, session.startRequest),
        version: 0,
      }
  const email = await passEmail(stored, session, deps)
  const buyer = { email: target.email, userId: stored.holder.userId }
  await confirmOrder(session.invoiceId, buyer, { ...deps, queueEmail: deps.passes.queueEmail }, now)
  return { stored, outcome: await deps.passes.write({ stored, now, payment: session.id, email }) }
}

/** Reverses or restores the purchase of a payment that was applied before. */
const applyReversal = async (
  stored: StoredPass,
  session: Session,
  { passes }: PassDependencies,
  now: Date,
) => {
  const pass =
    session.reversal === undefined
      ? restorePurchase(stored.pass, session.id, now)
      : reversePurchase(stored.pass, session.id, now, session.reversal)
  if (pass === stored.pass) return { stored, outcome: 'written' as const }
  const changed = { ...stored, pass }
  return { stored: changed, outcome: await passes.write({ stored: changed, now }) }
}

/** The pass that a payment was applied to. */
export interface AppliedPayment {
  readonly stored: StoredPass
  readonly appliedAt: Date
  /** True when the payment was refunded in full or is disputed. */
  readonly reversed: boolean
}

/**
 * Updates the pass of a one-time session from its payment at Stripe. The webhook, the success page and the
 * reconciliation all call it, in any order and any number of times: a session pays for one purchase of one pass.
 * A session that was refunded before its first call never creates a pass.
 *
 * @returns `undefined` when the session gives no pass
 */
export const applyPayment = async (
  session: Session,
  deps: PassDependencies,
  now: Date,
): Promise<AppliedPayment | undefined> => {
  if (!isPassSession(session) || !session.isComplete || !session.paid) return undefined
  const reversed = session.reversal !== undefined
  return retryOnConflict('the pass', async () => {
    const payment = await deps.passes.findPayment(session.id)
    if (payment === undefined && reversed) return undefined
    const paidPass = payment && (await deps.passes.findByPayment(payment))
    if (payment && !paidPass) return undefined // The account of its holder was deleted.
    const applied = paidPass
      ? await applyReversal(paidPass, session, deps, now)
      : await applyPurchase(session, deps, now)
    if (applied === undefined) return undefined
    if (applied.outcome === 'stale') return 'stale'
    return { stored: applied.stored, appliedAt: payment ? new Date(payment.applied_at) : now, reversed }
  })
}
