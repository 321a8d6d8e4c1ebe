import type { Stage } from '../stages.ts'

export interface OriginSecrets {
  /** The value that CloudFront sends. */
  readonly sent: string
  /** The values that the functions accept, separated by commas. */
  readonly accepted: string
}

/**
 * Returns CloudFormation's dynamic references to the origin secret. CloudFormation reads a secret again only when the
 * template changes, so the references name a version after a change of the secret.
 */
export const originSecretsOf = ({ originSecretVersions }: Stage, secretName: string): OriginSecrets => {
  const reference = (version?: string) =>
    `{{resolve:secretsmanager:${secretName}:SecretString${version ? `:::${version}` : ''}}}`
  const [sent = reference(), ...others] = originSecretVersions.map(reference)
  return { sent, accepted: [sent, ...others].join(',') }
}
