import { type EmailContent, emailContent } from '#shared/contract/email.ts'
import { brand } from '#shared/values/brand.ts'
import type { sendEmail } from '#platform/email/send.ts'
import { countMetrics } from '#platform/metric.ts'
import type { EmailProblemRepository } from './email-problem.repository.ts'
import { currentContent } from './expiry.ts'
import type { OutboxRepository, StoredEmail } from './outbox.repository.ts'
import { renderHtml, renderText } from './templates/layout.ts'
import { renderEmail } from './templates/render-email.ts'

export interface DeliveryDependencies {
  readonly outbox: Pick<OutboxRepository, 'claim' | 'release' | 'markDone'>
  readonly problems: Pick<EmailProblemRepository, 'find'>
  readonly sendEmail: typeof sendEmail
}

/** Emails that a person wrote. A notice that the recipient is away is useful to that person. */
const personalEmails: readonly EmailContent['template'][] = ['inbox-reply', 'contact-message', 'ticket']

/** Sends a claimed email, unless its link has expired. */
const send = async (
  { to, reply_to: replyTo = brand.supportEmail, content: stored, created_at: createdAt }: StoredEmail,
  deps: Pick<DeliveryDependencies, 'sendEmail'>,
  now: Date,
): Promise<'sent' | 'expired'> => {
  if (stored === undefined) throw new Error('A waiting email has no content')
  const content = currentContent(emailContent.parse(stored), new Date(createdAt), now)
  if (content === undefined) return 'expired'
  const email = renderEmail(content)
  await deps.sendEmail({
    to,
    subject: email.subject,
    html: renderHtml(email),
    text: renderText(email),
    replyTo,
    isAutomatic: !personalEmails.includes(content.template),
    ...(email.stopUrl === undefined ? {} : { stopUrl: email.stopUrl }),
  })
  return 'sent'
}

/** Sends a claimed email, unless emails to its address are stopped. */
const sendUnlessStopped = async (
  email: StoredEmail,
  { problems, sendEmail }: DeliveryDependencies,
  now: Date,
): Promise<'sent' | 'stopped' | 'expired'> =>
  (await problems.find(email.to)) === undefined ? send(email, { sendEmail }, now) : 'stopped'

/**
 * Sends one email. SES takes no idempotency key, so the claim in the table limits each cause to one email.
 * If a run fails between sending and marking as sent, or the response from SES is lost, the email is sent
 * again: a duplicate is better than a lost email.
 *
 * @returns `expired` when it was given up because its link has expired, `done` when it was sent, stopped, given up or
 *   deleted before, `busy` while another run is sending it
 */
export const deliver = async (
  cause: string,
  now: Date,
  deps: DeliveryDependencies,
): Promise<'sent' | 'stopped' | 'expired' | 'done' | 'busy'> => {
  const { outbox } = deps
  const claim = await outbox.claim(cause, now)
  if (typeof claim === 'string') return claim
  let result: 'sent' | 'stopped' | 'expired'
  try {
    result = await sendUnlessStopped(claim.email, deps, now)
  } catch (error) {
    await outbox.release(cause, now)
    throw error
  }
  await outbox.markDone(claim.email, result === 'expired' ? 'failed' : result, now)
  // Advisers would not notice that copies of tickets and reminders no longer arrive.
  if (result === 'stopped' && claim.email.to === brand.supportEmail) countMetrics({ SupportEmailsStopped: 1 })
  return result
}
