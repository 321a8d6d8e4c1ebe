import { randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { settingsFile } from '#lib/stage-settings.ts'
import { deployment, type Deployment } from './deployment.ts'
import { outputOf } from './outputs.ts'
import { isSignatureAccepted, webhookSecrets, type WebhookSecret } from './signed-webhook.ts'
import { secretName, type CloudStage, type Stage } from '#lib/stages.ts'

/** Secrets that another service issues. */
const issued = [
  'stripe-secret-key',
  'stripe-webhook-secret',
  'chat-identity-key',
  'chat-webhook-secret',
  'chat-api-access',
]

/** Secrets of which the former one stays valid, because both sides change at different times. */
const lists: readonly string[] = webhookSecrets

const isWebhookSecret = (secret: string): secret is WebhookSecret => lists.includes(secret)

/** Functions read a changed secret within two minutes. */
const attempts = 13
const pauseMs = 10_000

/** Dependencies of the rotation besides AWS. Tests replace them. */
export interface RotateDependencies extends Deployment {
  /** Reads the new value of a secret that another service issues. */
  readValue(): Promise<string>
  print(line: string): void
  pause(ms: number): Promise<void>
}

const dependencies: RotateDependencies = {
  ...deployment,
  readValue: async () => (await text(process.stdin)).trim(),
  print: (line) => console.log(line),
  pause: (ms) => sleep(ms),
}

/** Calls a public function with a body that it rejects as malformed, unless the origin secret is wrong. */
const isAccepted = async (address: string, headers: Record<string, string> = {}): Promise<boolean> => {
  const response = await fetch(`${address.replace(/\/$/, '')}/functions/check-guest-access`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  })
  return response.status !== 403
}

const expectThat = (holds: boolean, what: string, { print }: RotateDependencies): void => {
  if (!holds) throw new Error(`Not confirmed: ${what}.`)
  print(`Confirmed: ${what}.`)
}

const rotateOriginSecret = async (
  stage: Stage,
  name: CloudStage,
  deps: RotateDependencies,
): Promise<void> => {
  const deployVersions = (...originSecretVersions: string[]): void => {
    deps.updateSettings(name, { originSecretVersions })
    deps.deploy(name, [`advice-${name}-web`, '--exclusively'])
  }
  const client = new SecretsManagerClient({ region: stage.region })
  const SecretId = secretName(name, 'origin-secret')
  const former = await client.send(new GetSecretValueCommand({ SecretId }))
  const value = randomBytes(24).toString('hex')
  const { VersionId } = await client.send(new PutSecretValueCommand({ SecretId, SecretString: value }))
  if (!VersionId || !former.VersionId) throw new Error(`${SecretId} has no versions.`)
  const [site, api] = [await outputOf(stage, 'SiteUrl'), await outputOf(stage, 'ApiUrl')]
  deployVersions(VersionId, former.VersionId)
  expectThat(await isAccepted(site), 'the site works while both secrets are accepted', deps)
  deployVersions(VersionId)
  expectThat(await isAccepted(site), 'the site works with the new secret', deps)
  expectThat(await isAccepted(api, { 'x-origin-secret': value }), 'the API accepts the new secret', deps)
  expectThat(
    !(await isAccepted(api, { 'x-origin-secret': former.SecretString ?? '' })),
    'the API rejects the former secret',
    deps,
  )
  deps.print(`Commit ${settingsFile(name)}: the next deployment needs the version in it.`)
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
  const isAccepted = () => isSignatureAccepted(site, secret, newest.trim())
  let holds = await isAccepted()
  for (let attempt = 1; !holds && attempt < attempts; attempt += 1) {
    await deps.pause(pauseMs)
    holds = await isAccepted()
  }
  return expectThat(holds, 'the webhook accepts signatures with the new secret', deps)
}

const rotateIssued = async (
  stage: Stage,
  name: CloudStage,
  secret: string,
  deps: RotateDependencies,
): Promise<void> => {
  const value = await deps.readValue()
  if (value === '') throw new Error(`Pass the new value of ${secret} on the standard input.`)
  const client = new SecretsManagerClient({ region: stage.region })
  const SecretId = secretName(name, secret)
  const { SecretString: former = '' } = await client.send(new GetSecretValueCommand({ SecretId }))
  const keepsFormer = isWebhookSecret(secret) && !value.includes(',') && former !== ''
  const SecretString = keepsFormer ? `${value},${former.split(',')[0]}` : value
  await client.send(new PutSecretValueCommand({ SecretId, SecretString }))
  const stored = await client.send(new GetSecretValueCommand({ SecretId }))
  expectThat(
    stored.SecretString === SecretString,
    `version ${stored.VersionId} of ${SecretId} is current`,
    deps,
  )
  if (isWebhookSecret(secret)) await proveSignature(stage, secret, value, deps)
  else deps.print('Functions use it within two minutes.')
  if (keepsFormer)
    deps.print(
      'The former secret stays valid. Rotate again with the new one twice, separated by a comma, to end it.',
    )
}

/** Changes a secret and shows that the change works. */
export const rotate = async (
  stage: Stage,
  name: CloudStage,
  secret: string,
  deps: RotateDependencies = dependencies,
): Promise<void> => {
  if (secret === 'origin-secret') return rotateOriginSecret(stage, name, deps)
  if (issued.includes(secret)) return rotateIssued(stage, name, secret, deps)
  throw new Error(
    secret === 'guest-key-secret'
      ? 'guest-key-secret cannot change: the passes of all guests are derived from it.'
      : `Unknown secret "${secret}": use origin-secret, ${issued.join(', ')}.`,
  )
}
