import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2'
import { isSampleAddress, settingsFile } from '#lib/stage-settings.ts'
import type { Stage } from '#lib/stages.ts'

type Sender = Pick<Stage, 'name' | 'region' | 'mailFrom' | 'emailsFromSandbox'>

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/** Returns whether SES has verified an identity, or undefined if it does not exist. */
const isVerified = async (client: SESv2Client, EmailIdentity: string): Promise<boolean | undefined> => {
  try {
    const { VerifiedForSendingStatus } = await client.send(new GetEmailIdentityCommand({ EmailIdentity }))
    return VerifiedForSendingStatus ?? false
  } catch (error) {
    if (error instanceof NotFoundException) return undefined
    throw error
  }
}

/** Returns the domains above a domain, without the top-level one: `advice.example` of `mail.advice.example`. */
const parentsOf = (domain: string): string[] => {
  const labels = domain.split('.')
  return labels.slice(2).map((_label, at) => labels.slice(at + 1).join('.'))
}

/** Finds the first verified identity, and the identities that wait for their verification. */
const findIdentities = async (client: SESv2Client, identities: readonly string[]) => {
  const pending: string[] = []
  for (const identity of identities) {
    const verified = await isVerified(client, identity)
    if (verified) return { verified: identity, pending }
    if (verified === false) pending.push(identity)
  }
  return { verified: undefined, pending }
}

/**
 * Describes whether SES accepts the sender. SES needs an identity of its domain, its address or a parent domain.
 * Functions may use the identity of a parent domain only while the stage may be in the sandbox (`emailStatements`).
 */
const identityLine = async (client: SESv2Client, stage: Sender): Promise<string> => {
  const { name, region, mailFrom, emailsFromSandbox } = stage
  if (isSampleAddress(mailFrom))
    return `Warning: the sender ${mailFrom} is a sample address, so no email is sent: set mailFrom in ${settingsFile(name)}.`
  const domain = domainOf(mailFrom)
  const parents = parentsOf(domain)
  const usable = [domain, mailFrom, ...(emailsFromSandbox ? parents : [])]
  const { verified, pending } = await findIdentities(client, usable)
  if (verified === mailFrom) return `SES has verified ${mailFrom}, the sender.`
  if (verified !== undefined) return `SES has verified ${verified} for the sender ${mailFrom}.`
  if (pending.length > 0)
    return `Warning: ${pending.join(' or ')} waits for its verification in SES (${region}): add the DNS records of the domain, or open the link that AWS sent to the address. Until then, no email is sent.`
  const unusable = emailsFromSandbox ? undefined : (await findIdentities(client, parents)).verified
  const hint = unusable === undefined ? '' : ` Functions of ${name} may not use the identity ${unusable}.`
  return `Warning: SES has no identity for ${domain} in ${region}: verify it. Until then, no email is sent.${hint}`
}

/** Describes whether the account may send, and to whom. */
const accountLine = async (client: SESv2Client, { region }: Sender): Promise<string> => {
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus } = await client.send(
    new GetAccountCommand({}),
  )
  if (!SendingEnabled)
    return `Warning: SES has paused sending in ${region} (${EnforcementStatus ?? 'no reason given'}). No email is sent.`
  return ProductionAccessEnabled
    ? `SES sends to all addresses in ${region}.`
    : `Warning: SES is in the sandbox in ${region}: it sends to verified addresses only, at most 200 emails a day.`
}

/**
 * Returns a line about the sender's identity and one about the account. Emails are no reason to stop a deployment.
 *
 * @see https://docs.aws.amazon.com/ses/latest/DeveloperGuide/request-production-access.html
 */
export const emailReadiness = async (stage: Sender): Promise<string[]> => {
  const client = new SESv2Client({ region: stage.region })
  try {
    return [await identityLine(client, stage), await accountLine(client, stage)]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [`Warning: could not check whether SES sends emails for ${stage.name}: ${reason}`]
  }
}
