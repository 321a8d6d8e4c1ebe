import fc from 'fast-check'
import { type Plan, plans, type SubscriptionPlan, subscriptionPlans } from '#shared/values/plans.ts'
import type { Debit } from '#local/stripe/account/cards.ts'
import { type UserName, userNames } from './world.ts'

/** A step of the model, as data, so that a failing run can be printed and repeated. */
export type Step =
  | { readonly do: 'buy'; readonly user: UserName; readonly plan: Plan }
  | { readonly do: 'pay'; readonly nth: number; readonly card: 'ok' | 'decline' | 'authenticate' | Debit }
  | { readonly do: 'deliver'; readonly nth: number; readonly copies: number }
  | { readonly do: 'lose'; readonly nth: number }
  | { readonly do: 'verify'; readonly user: UserName; readonly nth: number }
  | {
      readonly do:
        | 'check'
        | 'cancel'
        | 'resume'
        | 'portal-cancel'
        | 'staff-end'
        | 'start'
        | 'end'
        | 'delete-account'
        | 'sign-up-again'
      readonly user: UserName
    }
  | { readonly do: 'start-duplicate'; readonly user: UserName }
  /** Staff give the user credit at Stripe, in pence. */
  | { readonly do: 'give-credit'; readonly user: UserName; readonly amount: number }
  /** Withdraws from one of the purchases of the last 14 days. */
  | { readonly do: 'withdraw'; readonly user: UserName; readonly nth: number }
  | { readonly do: 'guest-withdraw'; readonly nth: number }
  | { readonly do: 'guest-buy'; readonly nth: number | undefined }
  | { readonly do: 'guest-start' | 'guest-end' | 'guest-verify'; readonly nth: number }
  | { readonly do: 'card'; readonly user: UserName; readonly card: 'ok' | 'decline' | Debit }
  | { readonly do: 'refund'; readonly nth: number; readonly amount: number | undefined }
  | { readonly do: 'dispute'; readonly nth: number; readonly outcome: 'open' | 'won' | 'lost' }
  /** `transfer`: staff record at Stripe that the invoice was paid by bank transfer. */
  | { readonly do: 'pay-invoice'; readonly nth: number; readonly by: 'card' | 'transfer' }
  /** Disputes the payment of any period of a subscription, or closes its dispute. */
  | { readonly do: 'dispute-invoice'; readonly nth: number; readonly outcome: 'open' | 'won' | 'lost' }
  /** Previews and confirms a change of plan, which the card then pays, declines or lets the bank confirm. */
  | {
      readonly do: 'change-plan'
      readonly user: UserName
      readonly plan: SubscriptionPlan
      readonly card: 'ok' | 'decline' | 'authenticate'
    }
  | { readonly do: 'refund-invoice'; readonly nth: number; readonly amount: number | undefined }
  | { readonly do: 'overlap'; readonly user: UserName; readonly step: Step }
  | { readonly do: 'stripe-fails'; readonly after: number; readonly step: Step }
  | { readonly do: 'advance'; readonly days: number }
  /** Advances the clock to ten minutes after a renewal, which is charged only later. */
  | { readonly do: 'reach-renewal'; readonly user: UserName }
  /** The card fails until all retries are over; the open invoice may be paid afterwards. */
  | {
      readonly do: 'stop-paying'
      readonly user: UserName
      readonly paysLate: boolean
      readonly afterRetries: 'canceled' | 'unpaid'
      /** True if no event arrives and nothing is reconciled until then. */
      readonly isOffline: boolean
    }
  | { readonly do: 'kill'; readonly moment: 'before' | 'after'; readonly step: Step }
  | { readonly do: 'without-stripe'; readonly step: Step }
  | { readonly do: 'without-table'; readonly after: number; readonly step: Step }
  | { readonly do: 'together'; readonly steps: readonly Step[] }

const user = fc.constantFrom(...userNames)
const nth = fc.nat(30)
const of = <const Kind extends string>(kind: Kind) => ({ do: fc.constant(kind) })

/** Steps without faults. */
export const simple: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...of('buy'), user, plan: fc.constantFrom(...plans) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      ...of('pay'),
      nth: fc.nat(2),
      card: fc.constantFrom('ok', 'ok', 'ok', 'ok', 'decline', 'authenticate', 'debit', 'failingDebit'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ ...of('deliver'), nth, copies: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ ...of('lose'), nth }) },
  { weight: 3, arbitrary: fc.record({ ...of('verify'), user, nth: fc.nat(3) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('check', 'cancel', 'resume', 'portal-cancel', 'start', 'end'),
      user,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('start-duplicate', 'staff-end'), user }) },
  {
    weight: 1,
    arbitrary: fc.record({ ...of('give-credit'), user, amount: fc.constantFrom(1000, 3000, 7000, 56_000) }),
  },
  { weight: 2, arbitrary: fc.record({ ...of('withdraw'), user, nth: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ ...of('guest-withdraw'), nth: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('delete-account', 'sign-up-again'), user }) },
  {
    weight: 2,
    arbitrary: fc.record({ ...of('guest-buy'), nth: fc.option(fc.nat(2), { nil: undefined }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('guest-start', 'guest-end', 'guest-verify'),
      nth: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...of('card'),
      user,
      card: fc.constantFrom('ok', 'decline', 'debit', 'failingDebit'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ ...of('refund'), nth: fc.nat(3), amount: fc.constantFrom(undefined, 1000) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...of('dispute'),
      nth: fc.nat(3),
      outcome: fc.constantFrom('open', 'won', 'lost'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ ...of('pay-invoice'), nth: fc.nat(2), by: fc.constantFrom('card', 'transfer') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...of('dispute-invoice'),
      nth: fc.nat(5),
      outcome: fc.constantFrom('open', 'won', 'lost'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...of('change-plan'),
      user,
      plan: fc.constantFrom(...subscriptionPlans),
      card: fc.constantFrom('ok', 'ok', 'decline', 'authenticate', 'authenticate'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...of('refund-invoice'),
      nth: fc.nat(5),
      amount: fc.constantFrom(undefined, 700),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...of('reach-renewal'), user }) },
  { weight: 2, arbitrary: fc.record({ ...of('advance'), days: fc.integer({ min: 1, max: 45 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...of('stop-paying'),
      user,
      paysLate: fc.boolean(),
      afterRetries: fc.constantFrom('canceled', 'unpaid'),
      isOffline: fc.boolean(),
    }),
  },
)

/** The steps that can run during an outage. Time does not pass during one. */
export const stepInOutage = simple.filter(
  ({ do: kind }) => !['advance', 'reach-renewal', 'stop-paying'].includes(kind),
)

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: simple },
  {
    weight: 1,
    arbitrary: fc.record({ ...of('kill'), moment: fc.constantFrom('before', 'after'), step: simple }),
  },
  { weight: 1, arbitrary: fc.record({ ...of('without-stripe'), step: stepInOutage }) },
  { weight: 1, arbitrary: fc.record({ ...of('overlap'), user, step: stepInOutage }) },
  {
    weight: 2,
    arbitrary: fc.record({ ...of('stripe-fails'), after: fc.nat(12), step: stepInOutage }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ ...of('without-table'), after: fc.nat(4), step: stepInOutage }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ ...of('together'), steps: fc.array(simple, { minLength: 2, maxLength: 3 }) }),
  },
)
