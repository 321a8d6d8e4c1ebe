import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { brand } from '#shared/values/brand.ts'
import { env } from '../env.ts'
import { sdkSettings } from '../sdk-settings.ts'

/** Shared by all calls of one function instance. Endpoint and region come from the environment. */
const ses = new SESv2Client(sdkSettings)

export interface OutgoingEmail {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly replyTo: string
  /** True if no person wrote the email. Mail programs then send no out-of-office reply. */
  readonly isAutomatic: boolean
  /**
   * URL for one-click unsubscribe (RFC 8058): a POST stops emails of this kind. Mail programs show it as a button.
   */
  readonly stopUrl?: string
}

/**
 * Returns a mailbox with a display name for an email header (RFC 5322). A name that is not plain ASCII is encoded as
 * RFC 2047 describes: SES accepts no other characters there.
 */
export const mailbox = (name: string, address: string): string => {
  const isAscii = /^[\x20-\x7e]*$/.test(name)
  const displayName = isAscii
    ? `"${name.replace(/["\\]/g, '\\$&')}"`
    : `=?UTF-8?B?${Buffer.from(name).toString('base64')}?=`
  return `${displayName} <${address}>`
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

/**
 * Headers that mark the email as automatic. Outlook and Exchange follow only the second one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3834
 */
const automaticHeaders = [
  { Name: 'Auto-Submitted', Value: 'auto-generated' },
  { Name: 'X-Auto-Response-Suppress', Value: 'OOF, AutoReply' },
]

/** @see https://www.rfc-editor.org/rfc/rfc8058 */
const stopHeaders = (url: string) => [
  { Name: 'List-Unsubscribe', Value: `<${url}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
]

/**
 * Sends one email through SES from the stage's sender address. SES takes no idempotency key: the outbox
 * prevents duplicates.
 */
export const sendEmail = async (email: OutgoingEmail): Promise<void> => {
  const { to, subject, html, text, replyTo, isAutomatic, stopUrl } = email
  await ses.send(
    new SendEmailCommand({
      // SES reports bounces and complaints of emails that are sent with it.
      ConfigurationSetName: env('EMAIL_CONFIGURATION'),
      FromEmailAddress: mailbox(brand.name, env('MAIL_FROM')),
      Destination: { ToAddresses: [to] },
      ReplyToAddresses: [replyTo],
      Content: {
        Simple: {
          Subject: utf8(subject),
          Body: { Html: utf8(html), Text: utf8(text) },
          Headers: [
            ...(isAutomatic ? automaticHeaders : []),
            ...(stopUrl === undefined ? [] : stopHeaders(stopUrl)),
          ],
        },
      },
    }),
  )
}
