import { randomBytes } from 'node:crypto'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager'
import { reasonOf } from '../command-line/reason.ts'
import { settingsFile } from '#lib/stage-settings.ts'
import { outputOf } from './outputs.ts'
import {
  dependencies,
  errorCodeOf,
  expectSoon,
  requestLimitMs,
  type RotateDependencies,
} from './rotate-dependencies.ts'
import { isIssued, issuedSecrets, rotateIssued } from './rotate-issued.ts'
import { secretName, type CloudStage, type Stage } from '#lib/stages.ts'

/**
 * Calls a public function with a body that it rejects as malformed, unless the origin secret is wrong.
 *
 * @throws Error if the response is of neither kind, because a gateway's own response shows nothing about the secret
 */
const isAccepted = async (address: string, headers: Record<string, string> = {}): Promise<boolean> => {
  const response = await fetch(`${address.replace(/\/$/, '')}/functions/check-guest-access`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
    signal: AbortSignal.timeout(requestLimitMs),
  })
  const code = await errorCodeOf(response)
  if (code === 'validation_failed') return true
  if (code === 'forbidden') return false
  throw new Error(`the response was ${response.status} ${code ?? 'without an error code of the service'}`)
}

interface OriginSecret {
  readonly value: string
  readonly versionId: string
}

/** Returns the version of a secret with a label, or undefined if no version has it. */
const versionLabelled = async (
  client: SecretsManagerClient,
  SecretId: string,
  VersionStage: string,
): Promise<OriginSecret | undefined> => {
  try {
    const found = await client.send(new GetSecretValueCommand({ SecretId, VersionStage }))
    if (!found.VersionId || !found.SecretString) throw new Error(`${SecretId} has no text value.`)
    return { value: found.SecretString, versionId: found.VersionId }
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/**
 * Returns the new version of the secret, from an earlier attempt or newly generated. It becomes the current version
 * only at the end, so a repeated attempt can still find the secret that the site uses.
 */
const nextVersion = async (
  client: SecretsManagerClient,
  SecretId: string,
  current: OriginSecret,
): Promise<OriginSecret> => {
  const pending = await versionLabelled(client, SecretId, 'AWSPENDING')
  if (pending && pending.versionId !== current.versionId) return pending
  const value = randomBytes(24).toString('hex')
  const { VersionId } = await client.send(
    new PutSecretValueCommand({ SecretId, SecretString: value, VersionStages: ['AWSPENDING'] }),
  )
  if (!VersionId) throw new Error(`${SecretId} has no versions.`)
  return { value, versionId: VersionId }
}

/**
 * Returns the secret that the deployed API accepts. It is the current one, unless an earlier attempt was interrupted or
 * a value was stored by hand.
 *
 * @throws Error if no known version is accepted, or the API does not say: a deployment could then reject every request
 *   for some minutes
 */
const secretInUse = async (candidates: readonly OriginSecret[], api: string): Promise<OriginSecret> => {
  try {
    for (const secret of candidates)
      if (await isAccepted(api, { 'x-origin-secret': secret.value })) return secret
  } catch (cause) {
    throw new Error(
      `Nothing was deployed: the API did not say which secret it accepts: ${reasonOf(cause)}. Repeat this command.`,
      { cause },
    )
  }
  throw new Error(
    'Nothing was deployed: the API accepts no version of the secret that Secrets Manager still labels. Find the version in use in the stage variables of the API, and give it the label AWSPREVIOUS.',
  )
}

const rotateOriginSecret = async (
  stage: Stage,
  name: CloudStage,
  deps: RotateDependencies,
): Promise<void> => {
  const [site, api] = await Promise.all([outputOf(stage, 'SiteUrl'), outputOf(stage, 'ApiUrl')])
  const client = new SecretsManagerClient({ region: stage.region })
  const SecretId = secretName(name, 'origin-secret')
  const current = await versionLabelled(client, SecretId, 'AWSCURRENT')
  if (current === undefined) throw new Error(`${SecretId} has no current version.`)
  const previous = await versionLabelled(client, SecretId, 'AWSPREVIOUS')
  const next = await nextVersion(client, SecretId, current)
  const former = await secretInUse([current, next, ...(previous ? [previous] : [])], api)
  const deployVersions = (...originSecretVersions: string[]): void => {
    deps.updateSettings(name, { originSecretVersions })
    deps.deploy(name, [`advice-${name}-web`, '--exclusively'], 'repeat this command')
  }
  if (former.versionId !== next.versionId) {
    deployVersions(next.versionId, former.versionId)
    await expectSoon(() => isAccepted(site), 'the site works while both secrets are accepted', deps)
  }
  deployVersions(next.versionId)
  const accepts = ({ value }: OriginSecret) => isAccepted(api, { 'x-origin-secret': value })
  await expectSoon(() => isAccepted(site), 'the site works with the new secret', deps)
  await expectSoon(() => accepts(next), 'the API accepts the new secret', deps)
  // If the new secret was already in use, an earlier attempt has deployed it, and the current one ends.
  const ended = former.versionId === next.versionId ? current : former
  await expectSoon(async () => !(await accepts(ended)), 'the API rejects the former secret', deps)
  await client.send(
    new UpdateSecretVersionStageCommand({
      SecretId,
      VersionStage: 'AWSCURRENT',
      MoveToVersionId: next.versionId,
      RemoveFromVersionId: current.versionId,
    }),
  )
  deps.print(`Commit ${settingsFile(name)}: the next deployment needs the version in it.`)
}

/** Messages for secrets of the stage that the command does not change. */
const notRotated: Readonly<Record<string, string | undefined>> = {
  'guest-key-secret': 'guest-key-secret cannot change: the passes of all guests are derived from it.',
  'second-factor-key':
    'second-factor-key is changed by hand: see docs/runbook.md, Changing secrets. The apps of all admins stop working.',
}

/** Changes a secret and shows that the change works. */
export const rotate = async (
  stage: Stage,
  name: CloudStage,
  secret: string,
  deps: RotateDependencies = dependencies,
): Promise<void> => {
  if (secret === 'origin-secret') return rotateOriginSecret(stage, name, deps)
  if (isIssued(secret)) return rotateIssued(stage, name, secret, deps)
  throw new Error(
    notRotated[secret] ?? `Unknown secret "${secret}": use origin-secret, ${issuedSecrets.join(', ')}.`,
  )
}
