import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2'
import type { Stage } from '#lib/stages.ts'

type Sender = Pick<Stage, 'name' | 'region' | 'mailFrom'>

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

/**
 * Describes whether SES accepts the sender. Functions may use only the identity of its whole domain, so an identity of
 * the address or of a parent domain is not enough.
 */
const identityLine = async (client: SESv2Client, { region, mailFrom }: Sender): Promise<string> => {
  const domain = domainOf(mailFrom)
  const verified = await isVerified(client, domain)
  if (verified) return `SES has verified ${domain}, the domain of the sender ${mailFrom}.`
  if (verified === false)
    return `Warning: ${domain} waits for its verification in SES (${region}): add its DNS records. Until then, no email is sent.`
  const parent = domain.split('.').slice(1).join('.')
  const others = [mailFrom, ...(parent.includes('.') ? [parent] : [])]
  const found: string[] = []
  for (const other of others) if ((await isVerified(client, other)) !== undefined) found.push(other)
  const hint = found.length > 0 ? ` The identity ${found.join(' or ')} is not enough.` : ''
  return `Warning: SES has no identity for ${domain} in ${region}.${hint} Functions may send only with that of the whole domain: verify it.`
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
    return [`Warning: not checked whether SES sends emails of ${stage.name}: ${reason}`]
  }
}
