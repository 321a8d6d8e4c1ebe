import { randomBytes } from 'node:crypto'
import { physicalIdsOf, type Location } from './physical-ids.ts'
import { textOf, type Stack } from './template.ts'

export interface SecretValue {
  readonly arn: string
  readonly name: string
  readonly value: string
}

export type Secrets = ReadonlyMap<string, SecretValue>

/**
 * Reads the secrets of the stacks, by ARN and by name. A secret whose last name part is in `given` gets that
 * value. All others get a generated value, as in Secrets Manager.
 */
export const readSecrets = (
  stacks: readonly Stack[],
  location: Location,
  given: Readonly<Record<string, string>>,
): Secrets => {
  const secrets = new Map<string, SecretValue>()
  for (const stack of stacks)
    for (const [logicalId, definition] of Object.entries(stack.template.Resources)) {
      if (definition.Type !== 'AWS::SecretsManager::Secret') continue
      const name = textOf(definition.Properties?.['Name'], `The name of the secret ${logicalId}`)
      const { ref: arn } = physicalIdsOf({ stack, logicalId, definition }, { Name: name }, location)
      const value = given[name.slice(name.lastIndexOf('/') + 1)] ?? randomBytes(24).toString('hex')
      const secret = { arn, name, value }
      secrets.set(arn, secret)
      secrets.set(name, secret)
    }
  return secrets
}
