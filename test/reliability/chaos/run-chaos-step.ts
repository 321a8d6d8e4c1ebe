import { Stripe } from 'stripe'
import * as contract from '#shared/contract/library.ts'
import { submitContact } from '#shared/contract/contact.ts'
import { signUp } from '#shared/contract/identity.ts'
import { submitTicket } from '#shared/contract/tickets.ts'
import { verifyLink } from '#shared/values/site-map.ts'
import type { Caller } from '#platform/http/authenticate.ts'
import { contactRepository } from '#services/contact/contact.repository.ts'
import { handle as contact } from '#services/contact/submit-contact/handler.ts'
import { deliver as deliverEmail } from '#services/email/deliver.ts'
import { emailProblemRepository } from '#services/email/email-problem.repository.ts'
import { outboxRepository } from '#services/email/outbox.repository.ts'
import { accountRepository } from '#services/identity/account.repository.ts'
import { finishSignUp } from '#services/identity/finish-sign-up.ts'
import { linkRepository } from '#services/identity/link.repository.ts'
import { pendingSignUpRepository } from '#services/identity/pending-sign-up.repository.ts'
import { signUpCheckRepository } from '#services/identity/sign-up-check.repository.ts'
import { handle as register } from '#services/identity/sign-up/handler.ts'
import { handle as complete } from '#services/library/complete-upload/handler.ts'
import { handle as remove } from '#services/library/delete-library-file/handler.ts'
import { libraryRepository } from '#services/library/library.repository.ts'
import { messageRecorder } from '#services/passes/public.ts'
import { handle as submit } from '#services/tickets/submit-ticket/handler.ts'
import { ticketRepository } from '#services/tickets/ticket.repository.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { aSignUp } from '#test/kit/people.ts'
import { readLink } from '#test/kit/link.ts'
import { run } from '../run-step.ts'
import { accountOf, attempt } from '../steps.ts'
import type { ChaosStep, PlainStep } from './chaos-steps.ts'
import { type ChaosWorld, emailsTo, noteEmails } from './chaos-world.ts'
import { isInjected } from './faults.ts'

const siteUrl = 'http://localhost:3000'

/** The dependencies of the sign-up operations. */
export const signUpDependencies = ({ billing: { table }, faults, pool }: ChaosWorld) => ({
  accounts: accountRepository(table),
  signUps: pendingSignUpRepository(table),
  signUpChecks: signUpCheckRepository(table),
  links: linkRepository(table),
  userPool: faults.around('user pool', pool),
  siteUrl,
})

const openSignUp = async (chaos: ChaosWorld, who: number): Promise<void> => {
  const form = aSignUp({ email: `visitor-${who}@users.example` })
  const request = { body: form, now: chaos.billing.clock.now() }
  const { status } = await callInMemory(signUp, register, request, signUpDependencies(chaos))
  if (status === 200) chaos.promises.signUps.push({ form, isConfirmed: false })
}

/** Presses the button of the newest link that was emailed to a visitor. */
const confirm = async (chaos: ChaosWorld, who: number): Promise<void> => {
  const { billing, promises } = chaos
  const email = `visitor-${who}@users.example`
  const link = emailsTo(chaos, email)
    .flatMap((content) => ('link' in content && content.link?.includes(verifyLink) ? [content.link] : []))
    .at(-1)
  if (link === undefined) return
  const deps = signUpDependencies(chaos)
  const { token } = readLink(link)
  const now = billing.clock.now()
  const found = await deps.links.find(token, 'signup', now)
  if (!found?.user_id || !(await deps.links.consume(token, { ...found, user_id: found.user_id }, now))) return
  const promised = promises.signUps.findLast(({ form }) => form.email === email)
  await finishSignUp({ userId: found.user_id, email }, deps, now)
  if (promised !== undefined) promised.isConfirmed = true
}

/** Returns an account as the caller of a request. */
const callerOf = async ({ billing }: ChaosWorld, name: 'ana' | 'ben'): Promise<Caller> => {
  const account = await accountOf(billing, name)
  return {
    ...account,
    passes: [],
    stepUps: [],
    userId: account.profile.user_id,
    tokenOrigin: undefined,
    signedInAtSeconds: 0,
  }
}

const ask = async (chaos: ChaosWorld, step: Extract<PlainStep, { do: 'ticket' }>): Promise<void> => {
  const { table, clock } = chaos.billing
  const caller = await callerOf(chaos, step.user)
  const body = {
    topic: 'Deposits',
    country: 'england',
    message: `How do I register a deposit? (${step.text})`,
  }
  const deps = { tickets: ticketRepository(table), siteUrl }
  const reply = await callInMemory(submitTicket, submit, { caller, body, now: clock.now() }, deps)
  if ('id' in reply.body) chaos.promises.tickets.push({ account: caller.userId, id: reply.body.id })
}

const sendMessage = async ({ billing, promises }: ChaosWorld, text: number): Promise<void> => {
  const email = `sender-${text}@users.example`
  const message = `A question about letting a flat, number ${text}`
  const body = { name: 'Sample Sender', email, subject: 'Question', message }
  const deps = { messages: contactRepository(billing.table) }
  const { status } = await callInMemory(submitContact, contact, { body, now: billing.clock.now() }, deps)
  if (status === 200) promises.messages.push({ email, message })
}

const nameOf = (file: number): string => `guides_${file}_Guide.pdf`

const completeUpload = async (chaos: ChaosWorld, file: number): Promise<void> => {
  const { billing, faults, files, promises } = chaos
  const path = `library/${nameOf(file)}`
  if (promises.files.get(path) === undefined) return
  promises.files.set(path, 'unknown')
  const storage = faults.around('storage', files)
  const deps = {
    library: libraryRepository(billing.table),
    inspect: storage.inspect,
    release: storage.release,
    discard: storage.remove,
    write: storage.write,
  }
  const request = { caller: await callerOf(chaos, 'ana'), body: { path }, now: billing.clock.now() }
  const { status } = await callInMemory(contract.completeUpload, complete, request, deps)
  promises.files.set(path, status === 200 ? 'listed' : 'unknown')
}

/** Completes the uploads whose response never came, as the page asks its admin to do. */
export const retryUploads = async (chaos: ChaosWorld): Promise<void> => {
  for (const [path, state] of chaos.promises.files) {
    const file = Number(/_(\d)_/.exec(path)?.[1])
    if (state === 'unknown' && chaos.files.keys().includes(`quarantine/${nameOf(file)}`))
      await attempt(() => completeUpload(chaos, file))
  }
}

const upload = async (chaos: ChaosWorld, file: number): Promise<void> => {
  const path = `library/${nameOf(file)}`
  chaos.files.put(`quarantine/${nameOf(file)}`, Buffer.from('%PDF-1.7'))
  if (!chaos.promises.files.has(path)) chaos.promises.files.set(path, 'sent')
  await completeUpload(chaos, file)
}

const deleteFile = async (chaos: ChaosWorld, file: number): Promise<void> => {
  const { billing, faults, files, promises } = chaos
  const path = `library/${nameOf(file)}`
  if (promises.files.get(path) === undefined) return
  promises.files.set(path, 'unknown')
  const deps = {
    library: libraryRepository(billing.table),
    removeFile: faults.around('storage', files).remove,
  }
  const request = { caller: await callerOf(chaos, 'ana'), body: { path }, now: billing.clock.now() }
  await callInMemory(contract.deleteLibraryFile, remove, request, deps)
  promises.files.set(path, 'deleted')
}

let events = 0

/** The chat provider reports a message, more than once. */
const report = async (chaos: ChaosWorld, step: Extract<PlainStep, { do: 'message' }>): Promise<void> => {
  const { table, clock, accounts } = chaos.billing
  const now = clock.now()
  const eventId = `event-${(events += 1)}`
  for (let copy = 0; copy < step.copies; copy += 1)
    await messageRecorder(
      table,
      siteUrl,
    )({
      holder: { userId: accounts[step.user] },
      eventId,
      messages: [{ from: step.from, at: now }],
      isLive: true,
      now,
    })
}

/** Lists the causes of the emails that are not sent yet, oldest first. */
export const listUnsent = ({ billing }: ChaosWorld): Promise<string[]> =>
  outboxRepository(billing.table).listWaiting(new Date('9999-01-01'))

/** Delivers an email as the function of the table's stream does. */
export const deliverOne = async (chaos: ChaosWorld, cause: string): Promise<void> => {
  const { billing, faults } = chaos
  const email = chaos.emails.get(cause)
  const before = email?.sends ?? 0
  const deps = {
    outbox: outboxRepository(billing.table),
    problems: emailProblemRepository(billing.table),
    sendEmail: () =>
      faults.call('email', async () => {
        if (email !== undefined) email.sends += 1
      }),
  }
  try {
    await deliverEmail(cause, billing.clock.now(), deps)
  } catch (error) {
    const isUnsent = billing.database
      .all()
      .some((item) => item['cause']?.['S'] === cause && item['content'] !== undefined)
    if (email !== undefined && isUnsent) email.unrecorded += email.sends - before
    throw error
  }
}

const deliverNth = async (chaos: ChaosWorld, { nth, copies }: { nth: number; copies: number }) => {
  const causes = await listUnsent(chaos)
  const cause = causes[nth % Math.max(1, causes.length)]
  for (let copy = 0; cause !== undefined && copy < copies; copy += 1) await deliverOne(chaos, cause)
}

export const passMinutes = ({ billing: { clock } }: ChaosWorld, minutes: number): void =>
  clock.set(new Date(clock.now().getTime() + minutes * 60_000))

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
    case 'contact':
      return sendMessage(chaos, step.text)
    case 'upload':
      return upload(chaos, step.file)
    case 'complete':
      return completeUpload(chaos, step.file)
    case 'delete-file':
      return deleteFile(chaos, step.file)
    case 'message':
      return report(chaos, step)
    case 'deliver-email':
      return deliverNth(chaos, step)
    case 'wait':
      return passMinutes(chaos, step.minutes)
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
  await noteEmails(chaos)
}
