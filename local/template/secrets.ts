import { randomBytes } from 'node:crypto'
import { identify, type Location } from './identify.ts'
import { textOf, type Stack } from './template.ts'

export interface KnownSecret {
  readonly arn: string
  readonly name: string
  readonly value: string
}

export type Secrets = ReadonlyMap<string, KnownSecret>

/**
 * The secrets of the stacks, by ARN and by name. Those in `given`, by the last part of their name, have that
 * value; Secrets Manager would generate the others, and so do we.
 */
export const readSecrets = (
  stacks: readonly Stack[],
  location: Location,
  given: Readonly<Record<string, string>>,
): Secrets => {
  const secrets = new Map<string, KnownSecret>()
  for (const stack of stacks)
    for (const [logicalId, resource] of Object.entries(stack.template.Resources)) {
      if (resource.Type !== 'AWS::SecretsManager::Secret') continue
      const name = textOf(resource.Properties?.['Name'], `The name of the secret ${logicalId}`)
      const { ref: arn } = identify({ stack, logicalId, resource }, { Name: name }, location)
      const value = given[name.slice(name.lastIndexOf('/') + 1)] ?? randomBytes(24).toString('hex')
      const secret = { arn, name, value }
      secrets.set(arn, secret)
      secrets.set(name, secret)
    }
  return secrets
}
