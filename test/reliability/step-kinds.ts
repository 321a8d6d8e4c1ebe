import fc from 'fast-check'
import { type Plan, plans } from '../../shared/values/plans.ts'
import { people, type PersonName } from './world.ts'

/** What may happen in the model's world, as data, so that a failing run can be told and repeated. */
export type Step =
  | { readonly do: 'buy'; readonly who: PersonName; readonly plan: Plan }
  | { readonly do: 'pay'; readonly nth: number; readonly card: 'ok' | 'decline' | 'authenticate' }
  | { readonly do: 'deliver'; readonly nth: number; readonly copies: number }
  | { readonly do: 'lose'; readonly nth: number }
  | { readonly do: 'verify'; readonly who: PersonName; readonly nth: number }
  | {
      readonly do: 'check' | 'cancel' | 'resume' | 'portal-cancel' | 'start' | 'end' | 'leave' | 'come-back'
      readonly who: PersonName
    }
  | { readonly do: 'second'; readonly who: PersonName }
  | { readonly do: 'guest-buy'; readonly held: number | undefined }
  | { readonly do: 'guest-start' | 'guest-end' | 'guest-verify'; readonly nth: number }
  | { readonly do: 'card'; readonly who: PersonName; readonly card: 'ok' | 'decline' }
  | { readonly do: 'refund'; readonly nth: number; readonly amount: number | undefined }
  | { readonly do: 'dispute'; readonly nth: number; readonly outcome: 'open' | 'won' | 'lost' }
  | { readonly do: 'advance'; readonly days: number }
  | { readonly do: 'kill'; readonly moment: 'before' | 'after'; readonly step: Step }
  | { readonly do: 'without-stripe'; readonly step: Step }
  | { readonly do: 'without-table'; readonly after: number; readonly step: Step }
  | { readonly do: 'together'; readonly steps: readonly Step[] }

const who = fc.constantFrom(...people)
const nth = fc.nat(30)
const of = <const Kind extends string>(kind: Kind) => ({ do: fc.constant(kind) })

const simple: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...of('buy'), who, plan: fc.constantFrom(...plans) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      ...of('pay'),
      nth: fc.nat(2),
      card: fc.constantFrom('ok', 'ok', 'ok', 'decline', 'authenticate'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ ...of('deliver'), nth, copies: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ ...of('lose'), nth }) },
  { weight: 3, arbitrary: fc.record({ ...of('verify'), who, nth: fc.nat(3) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('check', 'cancel', 'resume', 'portal-cancel', 'start', 'end'),
      who,
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...of('second'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('leave', 'come-back'), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ ...of('guest-buy'), held: fc.option(fc.nat(2), { nil: undefined }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('guest-start', 'guest-end', 'guest-verify'),
      nth: fc.nat(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...of('card'), who, card: fc.constantFrom('ok', 'decline') }) },
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
  { weight: 2, arbitrary: fc.record({ ...of('advance'), days: fc.integer({ min: 1, max: 45 }) }) },
)
/** What an outage may meet: time does not pass meanwhile. */
const request = simple.filter(({ do: kind }) => kind !== 'advance')

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: simple },
  {
    weight: 1,
    arbitrary: fc.record({ ...of('kill'), moment: fc.constantFrom('before', 'after'), step: simple }),
  },
  { weight: 1, arbitrary: fc.record({ ...of('without-stripe'), step: request }) },
  {
    weight: 1,
    arbitrary: fc.record({ ...of('without-table'), after: fc.nat(4), step: request }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ ...of('together'), steps: fc.array(simple, { minLength: 2, maxLength: 3 }) }),
  },
)
