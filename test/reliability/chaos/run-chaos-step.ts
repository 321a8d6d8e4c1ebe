import { Stripe } from 'stripe'
import { submitContact } from '#shared/contract/contact.ts'
import { submitTicket } from '#shared/contract/tickets.ts'
import { contactRepository } from '#services/contact/contact.repository.ts'
import { handle as contact } from '#services/contact/submit-contact/handler.ts'
import { handle as submit } from '#services/tickets/submit-ticket/handler.ts'
import { ticketRepository } from '#services/tickets/ticket.repository.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { run } from '../run-step.ts'
import { attempt } from '../steps.ts'
import { callerOf } from './callers.ts'
import type { ChaosStep, PlainStep } from './chaos-steps.ts'
import { type ChaosWorld, noteEmails } from './chaos-world.ts'
import { deliverMessage, forgeMessage, reportMessage } from './chat-deliveries.ts'
import { addOldChat, askForTranscript } from './chats.ts'
import { deliverNth } from './email-deliveries.ts'
import { isInjected } from './faults.ts'
import { completeUpload, deleteFile, upload } from './library-files.ts'
import { type Schedule, schedules } from './schedules.ts'
import { confirm, openSignUp } from './sign-ups.ts'

const siteUrl = 'http://localhost:3000'

const ask = async (chaos: ChaosWorld, step: Extract<PlainStep, { do: 'ticket' }>): Promise<void> => {
  const { table, clock } = chaos.billing
  const caller = await callerOf(chaos, step.user)
  const body = {
    topic: 'Deposits',
    country: 'england',
    message: `How do I register a deposit? (${step.text})`,
  }
  const deps = { tickets: ticketRepository(table), siteUrl }
  const at = clock.now()
  const reply = await callInMemory(submitTicket, submit, { caller, body, now: at }, deps)
  if ('id' in reply.body) chaos.promises.tickets.push({ account: caller.userId, id: reply.body.id, at })
}

const sendMessage = async ({ billing, promises }: ChaosWorld, text: number): Promise<void> => {
  const email = `sender-${text}@users.example`
  const message = `A question about letting a flat, number ${text}`
  const body = { name: 'Sample Sender', email, subject: 'Question', message }
  const deps = { messages: contactRepository(billing.table) }
  const at = billing.clock.now()
  const { status } = await callInMemory(submitContact, contact, { body, now: at }, deps)
  if (status === 200) promises.messages.push({ email, message, at })
}

export const passMinutes = ({ billing: { clock } }: ChaosWorld, minutes: number): void =>
  clock.set(new Date(clock.now().getTime() + minutes * 60_000))

/** Stripe keeps events for 30 days. Without a reconciliation for longer, an alarm asks for one by hand. */
const maxGapMinutes = 28 * 24 * 60

/** Sets the clock back, or far forward, without anything running in between. */
const setClock = (chaos: ChaosWorld, minutes: number): void => {
  const { clock, reconciledAt } = chaos.billing
  const gapMs = clock.now().getTime() - (reconciledAt?.getTime() ?? 0)
  if (gapMs / 60_000 + minutes < maxGapMinutes) passMinutes(chaos, minutes)
}

/** Runs a scheduled function. The next run repeats what failed; at the end of the journey, one must succeed. */
const runSchedule = async (chaos: ChaosWorld, name: Schedule): Promise<void> => {
  await schedules[name](chaos).catch(() => undefined)
}

const runPlain = async (chaos: ChaosWorld, step: PlainStep): Promise<void> => {
  switch (step.do) {
    case 'billing':
      return run(chaos.billing, step.step)
    case 'sign-up':
      return openSignUp(chaos, step.who)
    case 'confirm':
      return confirm(chaos, step.who)
    case 'ticket':
      return ask(chaos, step)
    case 'transcript':
      return askForTranscript(chaos, step.user)
    case 'old-chat':
      return addOldChat(chaos)
    case 'contact':
      return sendMessage(chaos, step.text)
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
  else if (step.do === 'together') await Promise.all(step.steps.map((one) => tryStep(chaos, one)))
  else await tryStep(chaos, step)
  const now = chaos.billing.clock.now()
  if (now > chaos.latest) chaos.latest = now
  noteEmails(chaos)
}
