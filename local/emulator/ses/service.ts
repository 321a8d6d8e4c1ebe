import type { Clock } from '#local/kit/clock.ts'
import type { Email } from './email.ts'
import { AwsError } from '../endpoint/aws-error.ts'
import type { Permission } from '../iam/policies.ts'
import { linksOf } from './email-links.ts'
import type { Reply, Service } from '../endpoint/service.ts'
import { element } from '../endpoint/xml.ts'

const namespace = 'http://ses.amazonaws.com/doc/2010-12-01/'
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

const members = (form: URLSearchParams, prefix: string): string[] => {
  const values: string[] = []
  for (let index = 1; form.has(`${prefix}.member.${index}`); index += 1) {
    values.push(form.get(`${prefix}.member.${index}`) ?? '')
  }
  return values
}

/** Returns the address of `Name <user@domain>` or `user@domain` in lower case. */
const addressOf = (mailbox: string): string => {
  const address = (/<([^>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) {
    throw new AwsError('InvalidParameterValue', 400, `Missing final '@domain': ${mailbox}`)
  }
  return address
}

const supportedParameters =
  /^(Action|Version|Source|ReturnPath|ConfigurationSetName|Destination\.(To|Cc|Bcc)Addresses\.member\.\d+|ReplyToAddresses\.member\.\d+|Message\.(Subject|Body\.Text|Body\.Html)\.(Data|Charset)|Tags\.member\.\d+\.(Name|Value))$/

const checkParameters = (form: URLSearchParams) => {
  const unknown = [...form.keys()].find((name) => !supportedParameters.test(name))
  if (unknown)
    throw new AwsError('NotImplemented', 501, `The local SES does not support the parameter ${unknown}`)
}

const emailOf = (form: URLSearchParams, sentAt: Date): Email => {
  const recipients = ['To', 'Cc', 'Bcc'].flatMap((kind) => members(form, `Destination.${kind}Addresses`))
  if (recipients.length === 0)
    throw new AwsError('InvalidParameterValue', 400, "Missing required header 'To'.")
  if (recipients.length > maxRecipients) {
    throw new AwsError('InvalidParameterValue', 400, `Recipient count exceeds ${maxRecipients}.`)
  }
  recipients.forEach(addressOf)
  const [text, html] = [form.get('Message.Body.Text.Data') ?? '', form.get('Message.Body.Html.Data') ?? '']
  return {
    id: `${sentAt.getTime().toString(16)}-${crypto.randomUUID()}`,
    to: recipients.join(', '),
    from: form.get('Source') ?? '',
    replyTo: members(form, 'ReplyToAddresses').join(', ') || null,
    subject: form.get('Message.Subject.Data') ?? '',
    text,
    html,
    links: linksOf(html, text),
    sentAt: sentAt.toISOString(),
  }
}

const sendEmailResponse = (call: { id: string }, messageId: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body: `<SendEmailResponse xmlns="${namespace}"><SendEmailResult>${element('MessageId', messageId)}</SendEmailResult><ResponseMetadata>${element('RequestId', call.id)}</ResponseMetadata></SendEmailResponse>`,
})

/**
 * Emulates SES version 1 (Query protocol). Checks the role and the sender, and captures the email instead of
 * sending it.
 */
export const createSesService = (options: Options): SesService => {
  const verified = new Set(options.verifiedIdentities.map((identity) => identity.toLowerCase()))
  const emails: Email[] = []
  const arn = (rest: string) => `arn:aws:ses:${options.region}:${options.accountId}:${rest}`

  /** The sender's address or its domain must be verified. The role must allow the verified identity. */
  const permissionsFor = (form: URLSearchParams, from: string): Permission[] => {
    const domain = from.slice(from.indexOf('@') + 1)
    const identity = [from, domain].find((candidate) => verified.has(candidate)) ?? from
    const context = { 'ses:FromAddress': [from] }
    const permission = { service: 'ses', action: 'SendEmail', context }
    const set = form.get('ConfigurationSetName')
    return [
      { ...permission, resource: arn(`identity/${identity}`) },
      ...(set === null ? [] : [{ ...permission, resource: arn(`configuration-set/${set}`) }]),
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
    action: (call) => {
      const action = new URLSearchParams(call.body.toString()).get('Action') ?? ''
      if (action === 'SendEmail') return action
      throw new AwsError('NotImplemented', 501, `The local SES does not support the action ${action}`)
    },
    run: async (_action, call) => {
      const form = new URLSearchParams(call.body.toString())
      checkParameters(form)
      const from = addressOf(form.get('Source') ?? '')
      call.authorize(permissionsFor(form, from))
      checkVerified(from)
      const email = emailOf(form, options.clock.now())
      emails.push(email)
      return sendEmailResponse(call, email.id)
    },
    fail: (error, { id }) => ({
      status: error.status,
      headers: { 'content-type': 'text/xml' },
      body: `<ErrorResponse xmlns="${namespace}"><Error>${element('Type', error.status < 500 ? 'Sender' : 'Receiver')}${element('Code', error.code)}${element('Message', error.message)}</Error>${element('RequestId', id)}</ErrorResponse>`,
    }),
  }
}
