import type { Clock } from '../clock.ts'
import type { Mail } from '../types.ts'
import { AwsError } from './aws-error.ts'
import type { Permission } from './iam.ts'
import { linksOf } from './mail-links.ts'
import type { Reply, Service } from './service.ts'
import { element } from './xml.ts'

const namespace = 'http://ses.amazonaws.com/doc/2010-12-01/'
/** https://docs.aws.amazon.com/ses/latest/dg/quotas.html */
const maxRecipients = 50

export interface SesService extends Service {
  readonly mails: Mail[]
  /** Takes an address or a domain as verified for sending. */
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

/** `Name <user@domain>` or `user@domain` to the address alone, in lower case. */
const addressOf = (mailbox: string): string => {
  const address = (/<([^>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox).trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) {
    throw new AwsError('InvalidParameterValue', 400, `Missing final '@domain': ${mailbox}`)
  }
  return address
}

const known =
  /^(Action|Version|Source|ReturnPath|ConfigurationSetName|Destination\.(To|Cc|Bcc)Addresses\.member\.\d+|ReplyToAddresses\.member\.\d+|Message\.(Subject|Body\.Text|Body\.Html)\.(Data|Charset)|Tags\.member\.\d+\.(Name|Value))$/

const checkParameters = (form: URLSearchParams) => {
  const unknown = [...form.keys()].find((name) => !known.test(name))
  if (unknown)
    throw new AwsError('NotImplemented', 501, `The local SES does not know the parameter ${unknown}`)
}

const mailOf = (form: URLSearchParams, sentAt: Date): Mail => {
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

const answer = (call: { id: string }, messageId: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'text/xml' },
  body: `<SendEmailResponse xmlns="${namespace}"><SendEmailResult>${element('MessageId', messageId)}</SendEmailResult><ResponseMetadata>${element('RequestId', call.id)}</ResponseMetadata></SendEmailResponse>`,
})

/** SES version 1 (Query protocol): checks the role and the sender, and keeps the mail instead of sending it. */
export const createSesService = (options: Options): SesService => {
  const verified = new Set(options.verifiedIdentities.map((identity) => identity.toLowerCase()))
  const mails: Mail[] = []
  const arn = (rest: string) => `arn:aws:ses:${options.region}:${options.accountId}:${rest}`

  /** An address may send when itself or its domain is verified; the role must allow the one that counts. */
  const permissionsFor = (form: URLSearchParams, from: string): Permission[] => {
    const domain = from.slice(from.indexOf('@') + 1)
    const identity = [from, domain].find((candidate) => verified.has(candidate)) ?? from
    const context = { 'ses:FromAddress': [from] }
    const needs = { service: 'ses', action: 'SendEmail', context }
    const set = form.get('ConfigurationSetName')
    return [
      { ...needs, resource: arn(`identity/${identity}`) },
      ...(set === null ? [] : [{ ...needs, resource: arn(`configuration-set/${set}`) }]),
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
    mails,
    verify: (identity) => void verified.add(identity.toLowerCase()),
    action: (call) => {
      const action = new URLSearchParams(call.body.toString()).get('Action') ?? ''
      if (action === 'SendEmail') return action
      throw new AwsError('NotImplemented', 501, `The local SES does not know the action ${action}`)
    },
    run: async (_action, call) => {
      const form = new URLSearchParams(call.body.toString())
      checkParameters(form)
      const from = addressOf(form.get('Source') ?? '')
      call.authorize(permissionsFor(form, from))
      checkVerified(from)
      const mail = mailOf(form, options.clock.now())
      mails.push(mail)
      return answer(call, mail.id)
    },
    fail: (error, { id }) => ({
      status: error.status,
      headers: { 'content-type': 'text/xml' },
      body: `<ErrorResponse xmlns="${namespace}"><Error>${element('Type', error.status < 500 ? 'Sender' : 'Receiver')}${element('Code', error.code)}${element('Message', error.message)}</Error>${element('RequestId', id)}</ErrorResponse>`,
    }),
  }
}
