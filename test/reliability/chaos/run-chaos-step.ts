import { Stripe } from 'stripe'
import { runAtCall } from '../at-call.ts'
import { run } from '../run-step.ts'
import { attempt } from '../steps.ts'
import { runAccountStep } from './account.ts'
import type { ChaosStep, PlainStep } from './chaos-steps.ts'
import { type ChaosWorld, recordEmails } from './chaos-world.ts'
import { deliverMessage, forgeMessage, reportMessage } from './chat-deliveries.ts'
import { addOldChat, askForTranscript } from './chats.ts'
import { deliverNth } from './email-deliveries.ts'
import { isInjected } from './faults.ts'
import { runInboxStep } from './inbox.ts'
import { runKeyStep } from './keys.ts'
import { passMonthWithChanges, runLibraryStep } from './library.ts'
import { completeUpload, deleteFile, upload } from './library-files.ts'
import { runReferralStep } from './referrals.ts'
import { type Schedule, schedules } from './schedules.ts'
import { confirm, openSignUp } from './sign-ups.ts'

export const passMinutes = ({ billing: { clock } }: ChaosWorld, minutes: number): void =>
  clock.set(new Date(clock.now().getTime() + minutes * 60_000))

/** Stripe keeps events for 30 days. Without a reconciliation for longer, an alarm asks for one by hand. */
const maxGapMinutes = 28 * 24 * 60

/** Sets the clock back, or far forward, without anything running in between. */
const setClock = (chaos: ChaosWorld, minutes: number): void => {
  const { clock, reconciledAt } = chaos.billing
  const gapMs = clock.now().getTime() - reconciledAt.getTime()
  if (gapMs / 60_000 + minutes >= maxGapMinutes) return
  if (minutes < 0) chaos.wasSetBack = true
  passMinutes(chaos, minutes)
}

/**
 * Runs a scheduled function and ignores its failure, because the next run repeats the work. At the end of the journey,
 * one run must succeed.
 */
const runSchedule = async (chaos: ChaosWorld, name: Schedule): Promise<void> => {
  await schedules[name](chaos).catch(() => undefined)
}

const runPlain = async (chaos: ChaosWorld, step: PlainStep): Promise<void> => {
  switch (step.do) {
    case 'billing':
      return run(chaos.billing, step.step)
    case 'account':
      return runAccountStep(chaos, step.step)
    case 'inbox':
      return runInboxStep(chaos, step.step)
    case 'referral':
      return runReferralStep(chaos, step.step)
    case 'keys':
      return runKeyStep(chaos, step.step)
    case 'library':
      return runLibraryStep(chaos, step.step)
    case 'month':
      return passMonthWithChanges(chaos, step.user)
    case 'sign-up':
      return openSignUp(chaos, step.who)
    case 'confirm':
      return confirm(chaos, step.who)
    case 'transcript':
      return askForTranscript(chaos, step.user)
    case 'old-chat':
      return addOldChat(chaos)
    case 'upload':
      return upload(chaos, step.file)
    case 'complete':
      return completeUpload(chaos, step.file)
    case 'delete-file':
      return deleteFile(chaos, step.file)
    case 'message':
      return reportMessage(chaos, step)
    case 'deliver-message':
      return deliverMessage(chaos, step)
    case 'forge-message':
      return forgeMessage(chaos, step)
    case 'deliver-email':
      return deliverNth(chaos, step)
    case 'schedule':
      return runSchedule(chaos, step.name)
    case 'wait':
      return passMinutes(chaos, step.minutes)
    case 'set-clock':
      return setClock(chaos, step.minutes)
  }
}

/** Runs a step that an API error or an injected fault may cut short. */
const tryStep = async (chaos: ChaosWorld, step: PlainStep): Promise<void> => {
  try {
    await attempt(() => runPlain(chaos, step))
  } catch (error) {
    if (!isInjected(error) && !(error instanceof Stripe.errors.StripeError)) throw error
  }
}

export const runChaosStep = async (chaos: ChaosWorld, step: ChaosStep): Promise<void> => {
  if (step.do === 'with-fault')
    await chaos.faults.during(step.fault, async () => {
      await tryStep(chaos, step.step)
      await chaos.billing.stripeEmulator.waitUntilIdle()
    })
  else if (step.do === 'together') {
    chaos.isTogether = () => true
    await Promise.all(step.steps.map((one) => tryStep(chaos, one)))
    chaos.isTogether = () => false
  } else if (step.do === 'at-call') {
    chaos.isTogether = () => true
    const other = { after: step.after, run: () => tryStep(chaos, step.other) }
    await runAtCall(chaos.billing, other, () => tryStep(chaos, step.step))
    chaos.isTogether = () => false
  } else await tryStep(chaos, step)
  const now = chaos.billing.clock.now()
  if (now > chaos.latest) chaos.latest = now
  recordEmails(chaos)
}
