import { stackParts, type StackPart } from '#lib/stacks/app.ts'
import type { StackTemplate } from './limits.ts'

/** The templates of a stage. */
export type Assembly = Readonly<Record<StackPart, StackTemplate>>

/** Properties that give a resource a name that must be unique in the account, or in the resource that contains it. */
const nameProperties = [
  'AlarmName',
  'FunctionName',
  'LogGroupName',
  'RouteKey',
  'RuleName',
  'Name',
  'QueueName',
  'TopicName',
  'DashboardName',
  'UserPoolName',
  'ClientName',
  'GroupName',
  'StageName',
  'CachePolicyConfig.Name',
  'OriginAccessControlConfig.Name',
  'OriginRequestPolicyConfig.Name',
  'ResponseHeadersPolicyConfig.Name',
]

/** Properties that refer to the resource in which a name must be unique. */
const parentProperties = ['ApiId', 'UserPoolId']

export interface NamedResource {
  /** Type and name. */
  readonly id: string
  readonly part: StackPart
  /** The resource in which the name must be unique, as text. Without one, it must be unique in the account. */
  readonly parent: string
  readonly isRetained: boolean
}

const valueAt = (properties: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
      properties,
    )

/**
 * Returns the values of exports by name, so that a resource is recognised in the stack that creates it and in stacks
 * that import it.
 */
export const exportsOf = (assembly: Assembly): Map<string, string> =>
  new Map(
    stackParts.flatMap((part) =>
      Object.values(assembly[part].Outputs ?? {}).flatMap(({ Export, Value }): [string, string][] =>
        Export ? [[JSON.stringify(Export.Name), JSON.stringify(Value)]] : [],
      ),
    ),
  )

/** Lists the resources with a fixed name. A type of resource that has no name is left out. */
export const namedResources = (assembly: Assembly): NamedResource[] => {
  const values = exportsOf(assembly)
  const resolve = (text: string) => {
    const [, name] = /^\{"Fn::ImportValue":(.*)\}$/.exec(text) ?? []
    return (name !== undefined && values.get(name)) || text
  }
  return stackParts.flatMap((part) =>
    Object.values(assembly[part].Resources ?? {}).flatMap(({ Type, Properties = {}, DeletionPolicy }) => {
      const parents = parentProperties.map((property) => JSON.stringify(Properties[property] ?? null))
      const parent = parents.map(resolve).join()
      const isRetained = DeletionPolicy !== undefined && DeletionPolicy !== 'Delete'
      return nameProperties.flatMap((property): NamedResource[] => {
        const name = valueAt(Properties, property)
        return typeof name === 'string' ? [{ id: `${Type} ${name}`, part, parent, isRetained }] : []
      })
    }),
  )
}

/** Returns the names that two resources of a type have, in the account or in the resource that contains them. */
export const duplicateNames = (resources: readonly NamedResource[]): string[] => {
  const keys = resources.map(({ id, parent }) => `${id} of ${parent}`)
  const duplicates = resources.filter((_, at) => keys.indexOf(keys[at] ?? '') !== at)
  return duplicates.map(({ id, part }) => `${part}: ${id}`)
}
