import type { PolicyStatement } from '#local/emulator/protocol/identity.ts'
import { numberAt, textAt, type ResolvedResource, type Reader } from './reader.ts'
import { objectOf, textOf } from './template.ts'

/** A function as the template describes it. */
export interface FunctionModel {
  /** The function name without the prefix: `send-report`. */
  readonly name: string
  readonly logicalId: string
  readonly arn: string
  readonly handler: string
  readonly environment: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly memoryMb: number
  readonly reservedConcurrency: number | undefined
  readonly policies: readonly PolicyStatement[]
  /** Services that may invoke it, from AWS::Lambda::Permission. */
  readonly callers: readonly string[]
}

/** Excludes the functions that CDK adds for its own custom resources: AWS generates their names. */
const hasPrefix = ({ properties }: ResolvedResource, prefix: string): boolean =>
  (textAt(properties, 'FunctionName') ?? '').startsWith(prefix)

const environmentOf = ({ properties }: ResolvedResource): Record<string, string> => {
  const variables = properties['Environment']
  if (variables === undefined) return {}
  const entries = Object.entries(objectOf(objectOf(variables, 'Environment')['Variables'], 'Variables'))
  return Object.fromEntries(entries.map(([name, value]) => [name, textOf(value, name)]))
}

/**
 * Reads the functions of the stacks with the policies of their roles. `prefix` comes before every function
 * name.
 */
export const readFunctions = (
  reader: Reader,
  roles: ReadonlyMap<string, readonly PolicyStatement[]>,
  prefix: string,
): FunctionModel[] =>
  reader
    .all('AWS::Lambda::Function')
    .filter((resolved) => hasPrefix(resolved, prefix))
    .map((resolved) => {
      const { properties, resource, ref } = resolved
      const arn = resolved.attributes['Arn'] ?? ''
      const role = textAt(properties, 'Role') ?? ''
      const policies = roles.get(role)
      if (!policies) throw new Error(`The function ${ref} has the role ${role}, which is in no stack`)
      const handler = textAt(properties, 'Handler') ?? ''
      const callers = reader
        .all('AWS::Lambda::Permission')
        .filter((permission) => [ref, arn].includes(textAt(permission.properties, 'FunctionName') ?? ''))
        .map((permission) => textAt(permission.properties, 'Principal') ?? '')
      return {
        name: ref.slice(prefix.length),
        logicalId: resource.logicalId,
        arn,
        handler: handler.slice(handler.lastIndexOf('.') + 1),
        environment: environmentOf(resolved),
        // Lambda's defaults: 3 seconds, 128 MB.
        timeoutMs: (numberAt(properties, 'Timeout') ?? 3) * 1000,
        memoryMb: numberAt(properties, 'MemorySize') ?? 128,
        reservedConcurrency: numberAt(properties, 'ReservedConcurrentExecutions'),
        policies,
        callers,
      }
    })
