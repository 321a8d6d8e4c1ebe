import * as z from 'zod'
import { control, query } from './control.ts'
import { poll } from './poll.ts'

const mail = z.object({
  id: z.string(),
  to: z.string(),
  from: z.string(),
  replyTo: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  links: z.array(z.string()),
  sentAt: z.string(),
})
export type CaughtMail = z.infer<typeof mail>

const of = (email: string) => control('GET', `emails${query({ to: email })}`, z.array(mail))

/** The mail that the local cloud caught instead of sending. */
export const inbox = {
  /** Everything that has come for this address so far, oldest first. */
  for: of,
  /** Waits for the newest mail to this address whose subject fits. */
  waitFor: (email: string, subject: RegExp = /./): Promise<CaughtMail> =>
    poll(`mail to ${email} with the subject ${subject}`, async () =>
      (await of(email)).findLast((one) => subject.test(one.subject)),
    ),
  /** Waits until this many mails have come for the address: all of them, oldest first. */
  waitForCount: (email: string, count: number): Promise<CaughtMail[]> =>
    poll(`${count} mails to ${email}`, async () => {
      const mails = await of(email)
      return mails.length >= count ? mails : undefined
    }),
} as const
