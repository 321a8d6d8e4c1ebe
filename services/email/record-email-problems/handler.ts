import * as z from 'zod/mini'
import { log } from '#platform/log.ts'
import { Table } from '#platform/table/table.ts'
import { type EmailProblemRepository, emailProblemRepository } from '../email-problem.repository.ts'

const addresses = z.array(z.object({ emailAddress: z.string() }))

/**
 * The events that SES sends through EventBridge.
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
        bouncedRecipients: addresses,
        timestamp: z.string(),
      }),
    }),
    z.object({
      eventType: z.literal('Complaint'),
      complaint: z.object({
        complaintFeedbackType: z.optional(z.nullable(z.string())),
        complainedRecipients: addresses,
        timestamp: z.string(),
      }),
    }),
  ]),
})

interface Problem {
  readonly reason: 'bounce' | 'complaint'
  readonly detail: string
  readonly at: string
  readonly addresses: readonly string[]
}

/** Returns the problem that an event reports, or undefined if the next email to the address may arrive. */
const problemOf = ({ detail }: z.infer<typeof emailEvent>): Problem | undefined => {
  if (detail.eventType === 'Bounce') {
    const { bounceType, bounceSubType, bouncedRecipients, timestamp } = detail.bounce
    // A full mailbox or a mail server out of order is transient. SES has tried for hours already.
    if (bounceType !== 'Permanent') return undefined
    const found = bouncedRecipients.map(({ emailAddress }) => emailAddress)
    return { reason: 'bounce', detail: bounceSubType, at: timestamp, addresses: found }
  }
  const { complaintFeedbackType: type, complainedRecipients, timestamp } = detail.complaint
  // The recipient took the email out of the spam folder.
  if (type === 'not-spam') return undefined
  const found = complainedRecipients.map(({ emailAddress }) => emailAddress)
  return { reason: 'complaint', detail: type ?? 'not stated', at: timestamp, addresses: found }
}

/** Returns the address in a mailbox such as `Name <user@domain>`. */
const addressIn = (mailbox: string): string => (/<([^>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim()

/** Records the addresses that emails bounce from or whose owner reported one as spam. Emails to them are stopped. */
export const handle = async (
  event: unknown,
  { problems }: { readonly problems: Pick<EmailProblemRepository, 'record'> },
): Promise<{ recorded: number }> => {
  const problem = problemOf(emailEvent.parse(event))
  if (problem === undefined) return { recorded: 0 }
  const { addresses: found, ...facts } = problem
  for (const mailbox of found)
    await problems.record({ ...facts, email: addressIn(mailbox), at: new Date(facts.at).toISOString() })
  log.warn('emails to an address are stopped', { reason: facts.reason, detail: facts.detail })
  return { recorded: found.length }
}

const problems = emailProblemRepository(new Table())
export const handler = (event: unknown) => handle(event, { problems })
