import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { secretName, type CloudStage, type Stage } from '#lib/stages.ts'
import { outputOf } from './outputs.ts'
import { expectSoon, type RotateDependencies } from './rotate-dependencies.ts'
import { isSignatureAccepted, webhookSecrets, type WebhookSecret } from './signed-webhook.ts'

/** Secrets that another service issues. */
export const issuedSecrets = [
  'stripe-secret-key',
  'stripe-webhook-secret',
  'chat-identity-key',
  'chat-webhook-secret',
  'chat-api-access',
] as const
type IssuedSecret = (typeof issuedSecrets)[number]

export const isIssued = (name: string): name is IssuedSecret => issuedSecrets.some((one) => one === name)

/**
 * Returns whether a secret signs webhooks. The former secret then stays valid, because both sides change at different
 * times.
 */
const isWebhookSecret = (secret: string): secret is WebhookSecret =>
  webhookSecrets.some((one) => one === secret)

/** Returns the format of a secret and its description. A chat provider's key and webhook secret can be any word. */
const formatOf = ({ stripeLiveMode }: Stage, secret: IssuedSecret): readonly [RegExp, string] => {
  const mode = stripeLiveMode ? 'live' : 'test'
  switch (secret) {
    case 'stripe-secret-key':
      return [new RegExp(`^[rs]k_${mode}_\\w+$`), `start with sk_${mode}_ or rk_${mode}_`]
    case 'stripe-webhook-secret':
      return [/^whsec_\w+(,whsec_\w+)?$/, 'start with whsec_']
    case 'chat-api-access':
      return [/^\d+:\d+:[\w-]+$/, 'be <account id>:<inbox id>:<access token>']
    case 'chat-identity-key':
    case 'chat-webhook-secret':
      return [/^\S+$/, 'be one word']
  }
}

/**
 * Checks a value before it replaces a working one, because functions would use it within two minutes.
 *
 * @throws Error that describes the format, without the value
 */
const requireFormat = (stage: Stage, secret: IssuedSecret, value: string): void => {
  if (value === '')
    throw new Error(`Nothing was stored. Pass the new value of ${secret} on the standard input.`)
  const [format, description] = formatOf(stage, secret)
  if (!format.test(value))
    throw new Error(`Nothing was stored: ${secret} of ${stage.name} must ${description}.`)
}

/** Returns the new value, followed by the former one if that stays valid. A repeat must keep the former one. */
const valueToStore = (secret: IssuedSecret, value: string, former: string): string => {
  const [newest = ''] = former.split(',')
  if (!isWebhookSecret(secret) || value.includes(',') || newest === '') return value
  return newest === value ? former : `${value},${newest}`
}

/**
 * Returns the current value of a secret.
 *
 * @throws Error with the next step if the stage is not deployed
 */
const currentValue = async (
  client: SecretsManagerClient,
  SecretId: string,
  { name, region }: Stage,
): Promise<string> => {
  try {
    return (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString ?? ''
  } catch (cause) {
    if (!(cause instanceof ResourceNotFoundException)) throw cause
    throw new Error(
      `Nothing was stored: this account has no secret ${SecretId} in ${region}: deploy the stage ${name}, or use the credentials of its account.`,
      { cause },
    )
  }
}

/** Proves with a signed request that the deployed webhook accepts the new secret. */
const proveSignature = async (
  stage: Stage,
  secret: WebhookSecret,
  value: string,
  deps: RotateDependencies,
): Promise<void> => {
  if (secret === 'chat-webhook-secret' && stage.chat === undefined)
    return deps.print('No signature was tried: the stage has no chat.')
  const [newest = ''] = value.split(',')
  const site = await outputOf(stage, 'SiteUrl')
  return expectSoon(
    () => isSignatureAccepted(site, secret, newest.trim()),
    'the webhook accepts signatures with the new secret',
    deps,
  )
}

/** Stores a secret that another service issued, and shows that it is current. It can be repeated. */
export const rotateIssued = async (
  stage: Stage,
  name: CloudStage,
  secret: IssuedSecret,
  deps: RotateDependencies,
): Promise<void> => {
  const value = await deps.readValue()
  requireFormat(stage, secret, value)
  const client = new SecretsManagerClient({ region: stage.region })
  const SecretId = secretName(name, secret)
  const former = await currentValue(client, SecretId, stage)
  const SecretString = valueToStore(secret, value, former)
  if (SecretString !== former) await client.send(new PutSecretValueCommand({ SecretId, SecretString }))
  const stored = await client.send(new GetSecretValueCommand({ SecretId }))
  const version = `version ${stored.VersionId} of ${SecretId} is current`
  if (stored.SecretString !== SecretString) throw new Error(`Not confirmed: ${version}.`)
  deps.print(`Confirmed: ${version}.`)
  if (isWebhookSecret(secret)) await proveSignature(stage, secret, value, deps)
  else deps.print('Functions use it within two minutes.')
  if (SecretString !== value)
    deps.print(
      'The former secret stays valid. Rotate again with the new one twice, separated by a comma, to end it.',
    )
}
