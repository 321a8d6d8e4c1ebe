import { SendEmailCommand, SESClient } from '@aws-sdk/client-ses'
import { env } from '../env.ts'

/** One client for the life of the function. Endpoint and region come from the environment. */
const ses = new SESClient({})

export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Where an answer goes, when not to the sender. */
  readonly replyTo?: string
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

/** Sends one mail through SES, from the stage's own address. SES takes no idempotency key: see the outbox. */
export const sendMail = async ({ to, subject, html, text, replyTo }: OutgoingMail): Promise<void> => {
  await ses.send(
    new SendEmailCommand({
      Source: env('MAIL_FROM'),
      Destination: { ToAddresses: [to] },
      ...(replyTo === undefined ? {} : { ReplyToAddresses: [replyTo] }),
      Message: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } },
    }),
  )
}
