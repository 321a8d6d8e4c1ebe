import * as z from 'zod'
import { control, query } from './control.ts'
import { poll } from './poll.ts'

const mail = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  headers: z.record(z.string(), z.string()),
  text: z.string(),
  html: z.string(),
  links: z.array(z.string()),
  sentAt: z.string(),
})
export type CapturedEmail = z.infer<typeof mail>

const of = (email: string) => control('GET', `emails${query({ to: email })}`, z.array(mail))

/** The emails that the local cloud captured instead of sending. */
export const inbox = {
  /** Returns the emails to this address so far, oldest first. */
  for: of,
  /** Waits for an email to this address whose subject matches, and returns the newest. */
  waitFor: (email: string, subject: RegExp = /./): Promise<CapturedEmail> =>
    poll(`an email to ${email} with the subject ${subject}`, async () =>
      (await of(email)).findLast((one) => subject.test(one.subject)),
    ),
  /** Waits until this many emails have arrived, and returns all of them, oldest first. */
  waitForCount: (email: string, count: number): Promise<CapturedEmail[]> =>
    poll(`${count} emails to ${email}`, async () => {
      const mails = await of(email)
      return mails.length >= count ? mails : undefined
    }),
} as const
