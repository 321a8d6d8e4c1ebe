import * as z from 'zod'
import type { Clock } from '#local/kit/clock.ts'
import type { Email } from './email.ts'
import { AwsError } from '../protocol/aws-error.ts'
import { failJson, parseJsonBody } from '../protocol/json-protocol.ts'
import type { Permission } from '../protocol/identity.ts'
import { linksOf } from './email-links.ts'
import type { Service } from '../protocol/service.ts'

const contentType = 'application/json'
/** https://docs.aws.amazon.com/ses/latest/dg/quotas.html */
const maxRecipients = 50

export interface SesService extends Service {
  readonly emails: Email[]
  /** Marks an address or a domain as verified for sending. */
  verify(identity: string): void
}

interface Options {
  readonly clock: Clock
  readonly region: string
  readonly accountId: string
  readonly verifiedIdentities: readonly string[]
}

/** Returns the address of `Name <user@domain>` or `user@domain` in lower case. Only ASCII is allowed in either form. */
const addressOf = (mailbox: string): string => {
  if (!/^[ -~]*$/.test(mailbox))
    throw new AwsError('BadRequestException', 400, `Address contains other characters than ASCII: ${mailbox}`)
  const address = (/<([^>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) {
    throw new AwsError('BadRequestException', 400, `Missing final '@domain': ${mailbox}`)
  }
  return address
}

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html */
const header = z.strictObject({
  Name: z
    .string()
    .max(126)
    .regex(/^[!-9;-@A-~]+$/),
  Value: z
    .string()
    .max(870)
    .regex(/^[ -~]+$/),
})
const maxHeaders = 15

const content = z.strictObject({ Data: z.string(), Charset: z.string().optional() })

/** The parameters of SendEmail that the product uses. */
const sendEmail = z.strictObject({
  FromEmailAddress: z.string(),
  ConfigurationSetName: z.string().optional(),
  Destination: z.strictObject({ ToAddresses: z.array(z.string()).min(1, "Missing required header 'To'.") }),
  ReplyToAddresses: z.array(z.string()).optional(),
  Content: z.strictObject({
    Simple: z.strictObject({
      Subject: content,
      Body: z.strictObject({ Text: content, Html: content }),
      Headers: z.array(header).max(maxHeaders).optional(),
    }),
  }),
})
type SendEmail = z.infer<typeof sendEmail>

const parseRequest = (body: Buffer): SendEmail => {
  const parsed = sendEmail.safeParse(parseJsonBody(body))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys')
    throw new AwsError(
      'NotImplementedException',
      501,
      `The local SES does not support the parameter ${[...issue.path, ...issue.keys].join('.')}`,
    )
  throw new AwsError('BadRequestException', 400, issue?.message ?? 'Invalid request')
}

const emailOf = (request: SendEmail, sentAt: Date): Email => {
  const { Subject, Body, Headers = [] } = request.Content.Simple
  const recipients = request.Destination.ToAddresses
  if (recipients.length > maxRecipients)
    throw new AwsError('BadRequestException', 400, `Recipient count exceeds ${maxRecipients}.`)
  for (const mailbox of [...recipients, ...(request.ReplyToAddresses ?? [])]) addressOf(mailbox)
  const [text, html] = [Body.Text.Data, Body.Html.Data]
  return {
    id: `${sentAt.getTime().toString(16)}-${crypto.randomUUID()}`,
    to: recipients.join(', '),
    from: request.FromEmailAddress,
    replyTo: (request.ReplyToAddresses ?? []).join(', ') || null,
    subject: Subject.Data,
    headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
    text,
    html,
    links: linksOf(html, text),
    sentAt: sentAt.toISOString(),
  }
}

/**
 * Emulates SES version 2 (REST with JSON). Checks the role and the sender, and captures the email instead of
 * sending it.
 */
export const createSesService = (options: Options): SesService => {
  const verified = new Set(options.verifiedIdentities.map((identity) => identity.toLowerCase()))
  const emails: Email[] = []
  const arn = (rest: string) => `arn:aws:ses:${options.region}:${options.accountId}:${rest}`

  /** The sender's address or its domain must be verified. The role must allow the verified identity. */
  const permissionsFor = (set: string | undefined, from: string): Permission[] => {
    const domain = from.slice(from.indexOf('@') + 1)
    const identity = [from, domain].find((candidate) => verified.has(candidate)) ?? from
    const context = { 'ses:FromAddress': [from] }
    const permission = { service: 'ses', action: 'SendEmail', context }
    return [
      { ...permission, resource: arn(`identity/${identity}`) },
      ...(set === undefined ? [] : [{ ...permission, resource: arn(`configuration-set/${set}`) }]),
    ]
  }
  const checkVerified = (from: string) => {
    if (verified.has(from) || verified.has(from.slice(from.indexOf('@') + 1))) return
    const region = options.region.toUpperCase()
    const message = `Email address is not verified. The following identities failed the check in region ${region}: ${from}`
    throw new AwsError('MessageRejected', 400, message)
  }
  return {
    name: 'ses',
    emails,
    verify: (identity) => void verified.add(identity.toLowerCase()),
    action: ({ request, url }) => {
      const action = `${request.method} ${url.pathname}`
      if (action === 'POST /v2/email/outbound-emails') return 'SendEmail'
      throw new AwsError('NotImplementedException', 501, `The local SES does not support ${action}`)
    },
    run: async (_action, call) => {
      const request = parseRequest(call.body)
      const from = addressOf(request.FromEmailAddress)
      call.authorize(permissionsFor(request.ConfigurationSetName, from))
      checkVerified(from)
      const email = emailOf(request, options.clock.now())
      emails.push(email)
      return {
        status: 200,
        headers: { 'content-type': contentType },
        body: JSON.stringify({ MessageId: email.id }),
      }
    },
    fail: (error) => failJson(error, '', contentType),
  }
}
