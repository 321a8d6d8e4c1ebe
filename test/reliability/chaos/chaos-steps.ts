import fc from 'fast-check'
import type { ProviderName } from '#local/chat/payloads.ts'
import { stepInOutage, simple, type Step } from '../step-kinds.ts'
import { type UserName, userNames } from '../world.ts'
import { type AccountStep, accountStep } from './account.ts'
import { failureModes, type Fault, type Service } from './faults.ts'
import { type InboxStep, inboxStep } from './inbox.ts'
import { type KeyStep, keyStep } from './keys.ts'
import { type LibraryStep, libraryStep } from './library.ts'
import { type ReferralStep, referralStep } from './referrals.ts'
import { type Schedule, scheduleNames } from './schedules.ts'

/** A step of a journey without a fault. */
export type PlainStep =
  | { readonly do: 'billing'; readonly step: Step }
  | { readonly do: 'sign-up' | 'confirm'; readonly who: number }
  | { readonly do: 'inbox'; readonly step: InboxStep }
  | { readonly do: 'account'; readonly step: AccountStep }
  | { readonly do: 'referral'; readonly step: ReferralStep }
  | { readonly do: 'keys'; readonly step: KeyStep }
  | { readonly do: 'library'; readonly step: LibraryStep }
  /** A month with changes to the library, which a member gets by email. */
  | { readonly do: 'month'; readonly user: UserName }
  | { readonly do: 'transcript'; readonly user: UserName }
  | { readonly do: 'old-chat' }
  | { readonly do: 'upload' | 'complete' | 'delete-file'; readonly file: number }
  | {
      readonly do: 'message'
      readonly user: UserName
      readonly from: 'visitor' | 'adviser'
      readonly provider: ProviderName
      /** Number of concurrent deliveries. Without any, the delivery is late. */
      readonly copies: number
    }
  | { readonly do: 'deliver-message'; readonly nth: number; readonly copies: number }
  | { readonly do: 'forge-message'; readonly user: UserName; readonly provider: ProviderName }
  | { readonly do: 'deliver-email'; readonly nth: number; readonly copies: number }
  | { readonly do: 'schedule'; readonly name: Schedule }
  | { readonly do: 'wait'; readonly minutes: number }
  /** Sets the clock without anything running in between. A negative number sets it back. */
  | { readonly do: 'set-clock'; readonly minutes: number }

/** A step as data, so that a failing journey can be printed and repeated. */
export type ChaosStep =
  | PlainStep
  | { readonly do: 'with-fault'; readonly fault: Fault; readonly step: PlainStep }
  | { readonly do: 'together'; readonly steps: readonly PlainStep[] }
  /** Runs the whole of another step before a call of a step to the table or to Stripe. */
  | {
      readonly do: 'at-call'
      /** The number of calls before it. */
      readonly after: number
      readonly step: PlainStep
      readonly other: PlainStep
    }

const user = fc.constantFrom(...userNames)
const few = fc.nat(2)
const provider = fc.constantFrom('chatwoot', 'tawk')
const of = <const Kind extends string>(kind: Kind) => ({ do: fc.constant(kind) })

const own: fc.Arbitrary<PlainStep> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...of('inbox'), step: inboxStep }) },
  { weight: 4, arbitrary: fc.record({ ...of('account'), step: accountStep }) },
  fc.record({ ...of('keys'), step: keyStep }),
  { weight: 3, arbitrary: fc.record({ ...of('library'), step: libraryStep }) },
  fc.record({ ...of('referral'), step: referralStep }),
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('sign-up', 'confirm'), who: few }) },
  { weight: 2, arbitrary: fc.record({ ...of('transcript'), user }) },
  fc.record(of('old-chat')),
  fc.record({ do: fc.constantFrom('upload', 'complete', 'complete', 'delete-file'), file: few }),
  fc.record({
    ...of('message'),
    user,
    from: fc.constantFrom('visitor', 'adviser'),
    provider,
    copies: fc.nat(3),
  }),
  fc.record({ ...of('deliver-message'), nth: fc.nat(9), copies: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ ...of('forge-message'), user, provider }),
  {
    weight: 4,
    arbitrary: fc.record({
      ...of('deliver-email'),
      nth: fc.nat(9),
      copies: fc.integer({ min: 1, max: 2 }),
    }),
  },
  fc.record({ ...of('schedule'), name: fc.constantFrom(...scheduleNames) }),
)

const billing = (step: fc.Arbitrary<Step>) => fc.record({ ...of('billing'), step })

const plain: fc.Arbitrary<PlainStep> = fc.oneof(
  { weight: 30, arbitrary: own },
  { weight: 20, arbitrary: billing(simple) },
  { weight: 5, arbitrary: fc.record({ ...of('wait'), minutes: fc.constantFrom(1, 20, 45, 24 * 60) }) },
  // This step takes as long as several others.
  { weight: 1, arbitrary: fc.record({ ...of('month'), user }) },
  {
    weight: 5,
    arbitrary: fc.record({ ...of('set-clock'), minutes: fc.constantFrom(-2, -120, -26 * 60, 20 * 24 * 60) }),
  },
)

/** Steps during a fault, in which no time passes. */
const brief: fc.Arbitrary<PlainStep> = fc.oneof(own, billing(stepInOutage))

/** Returns the services that a step calls besides the table. */
const servicesOf = (step: PlainStep): readonly Service[] => {
  if (step.do === 'billing') return ['Stripe']
  if (step.do === 'sign-up' || step.do === 'confirm' || step.do === 'account') return ['user pool']
  if (step.do === 'upload' || step.do === 'complete' || step.do === 'delete-file' || step.do === 'library')
    return ['storage']
  if (step.do === 'transcript' || step.do === 'message' || step.do === 'deliver-message')
    return ['chat provider']
  if (step.do === 'schedule') return ['storage', 'user pool', 'email', 'Stripe', 'chat provider']
  return step.do === 'deliver-email' ? ['email'] : []
}

const faultIn = (step: PlainStep): fc.Arbitrary<Fault> =>
  fc.record({
    // Other services are listed twice because they have fewer calls than the table. A thousand journeys then meet each
    // of their faults.
    service: fc.constantFrom('any', 'any', 'table', ...servicesOf(step), ...servicesOf(step)),
    after: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(12)),
    times: fc.constantFrom(1, 1, 2, 6),
    mode: fc.constantFrom(...failureModes),
  })

const withFault: fc.Arbitrary<ChaosStep> = brief.chain((step) =>
  fc.record({ ...of('with-fault'), fault: faultIn(step), step: fc.constant(step) }),
)

/**
 * Returns whether staff refund a payment, or its bank disputes it. The invariants expect this before or after a whole
 * withdrawal; concurrent-requests.test.ts tests refunds during one.
 */
const isReversal = (step: PlainStep): boolean =>
  step.do === 'billing' && ['refund', 'refund-invoice', 'dispute', 'dispute-invoice'].includes(step.step.do)

const atCall: fc.Arbitrary<ChaosStep> = fc.record({
  ...of('at-call'),
  after: fc.oneof(fc.nat(8), fc.nat(30)),
  step: brief,
  other: brief.filter((step) => !isReversal(step)),
})

export const chaosStep: fc.Arbitrary<ChaosStep> = fc.oneof(
  { weight: 5, arbitrary: plain },
  { weight: 2, arbitrary: atCall },
  { weight: 5, arbitrary: withFault },
  {
    weight: 1,
    arbitrary: fc.record({ ...of('together'), steps: fc.array(brief, { minLength: 2, maxLength: 3 }) }),
  },
)
