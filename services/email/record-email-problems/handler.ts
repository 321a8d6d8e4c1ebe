import * as z from 'zod/mini'
import { log } from '#platform/log.ts'
import { Table } from '#platform/table/table.ts'
import { type EmailProblemRepository, emailProblemRepository } from '../email-problem.repository.ts'

/** The email that an event is about. We send each to one address. */
const mail = z.object({ destination: z.array(z.string()) })

/**
 * The events that SES sends through EventBridge. Their lists of recipients are not read: in a bounce, the mail server of
 * the recipient chooses the address, so that anyone could stop the emails to another address. It can also be the one that
 * an email was forwarded to.
 *
 * @see https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
const emailEvent = z.object({
  detail: z.discriminatedUnion('eventType', [
    z.object({
      eventType: z.literal('Bounce'),
      bounce: z.object({
        bounceType: z.string(),
        bounceSubType: z.string(),
        timestamp: z.string(),
      }),
      mail,
    }),
    z.object({
      eventType: z.literal('Complaint'),
      complaint: z.object({
        complaintFeedbackType: z.optional(z.nullable(z.string())),
        timestamp: z.string(),
      }),
      mail,
    }),
  ]),
})

interface Problem {
  readonly reason: 'bounce' | 'complaint'
  readonly detail: string
  readonly at: string
}

/** Returns the problem that an event reports, or undefined if the next email to the address may arrive. */
const problemOf = ({ detail }: z.infer<typeof emailEvent>): Problem | undefined => {
  if (detail.eventType === 'Bounce') {
    const { bounceType, bounceSubType, timestamp } = detail.bounce
    // A full mailbox or a mail server out of order is transient. SES has tried for hours already.
    if (bounceType !== 'Permanent') return undefined
    return { reason: 'bounce', detail: bounceSubType, at: timestamp }
  }
  const { complaintFeedbackType: type, timestamp } = detail.complaint
  // The recipient took the email out of the spam folder.
  if (type === 'not-spam') return undefined
  return { reason: 'complaint', detail: type ?? 'not stated', at: timestamp }
}

/** Returns the address in a mailbox such as `Name <user@domain>`. */
const addressIn = (mailbox: string): string => (/<([^>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim()

/** Records the addresses that emails bounce from or whose owner reported one as spam. Emails to them are stopped. */
export const handle = async (
  event: unknown,
  { problems }: { readonly problems: Pick<EmailProblemRepository, 'record'> },
): Promise<{ recorded: number }> => {
  const parsed = emailEvent.parse(event)
  const problem = problemOf(parsed)
  if (problem === undefined) return { recorded: 0 }
  const { destination } = parsed.detail.mail
  const at = new Date(problem.at).toISOString()
  for (const mailbox of destination) await problems.record({ ...problem, email: addressIn(mailbox), at })
  log.warn('emails to an address are stopped', { reason: problem.reason, detail: problem.detail })
  return { recorded: destination.length }
}

const problems = emailProblemRepository(new Table())
export const handler = (event: unknown) => handle(event, { problems })
