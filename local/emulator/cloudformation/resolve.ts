import { conditionHolds } from './conditions.ts'
import { physicalIdsOf, type PhysicalIds, type Location } from './physical-ids.ts'
import { intrinsics, noValue, type Resolved, type Scope } from './intrinsics.ts'
import {
  isObject,
  objectOf,
  textOf,
  type Json,
  type JsonObject,
  type StackResource,
  type Stack,
} from './template.ts'

export interface ResolveOptions {
  readonly location: Location
  /** Returns the value of a secret by its ARN or name. */
  readonly secretText: (id: string) => string
}

export interface Resolver {
  /** Replaces every intrinsic and dynamic reference in a value of a stack. */
  resolve(stack: Stack, value: Json): Json
  /** Returns the resolved properties of a resource. */
  properties(resource: StackResource): JsonObject
  physicalIdsOf(resource: StackResource): PhysicalIds
}

const dynamicReference = /\{\{resolve:([^:}]+):([^}]*)\}\}/g

/** Replaces references to secrets: `{{resolve:secretsmanager:<id or ARN>:SecretString:<key>}}`. */
const withSecrets = (text: string, secretText: ResolveOptions['secretText']): string =>
  text.replace(dynamicReference, (whole, service: string, rest: string) => {
    if (service !== 'secretsmanager')
      throw new Error(`The emulator does not support the dynamic reference ${whole}`)
    const [id = '', field = ''] = rest.split(':SecretString')
    const secret = secretText(id)
    const key = field.split(':')[1]
    return key
      ? textOf(objectOf(JSON.parse(secret), id)[key], `The field ${key} of the secret ${id}`)
      : secret
  })

const pseudoParameters = ({ region, accountId }: Location, { name }: Stack): Record<string, Resolved> => ({
  'AWS::Region': region,
  'AWS::AccountId': accountId,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': name,
  'AWS::StackId': `arn:aws:cloudformation:${region}:${accountId}:stack/${name}/local`,
  'AWS::NoValue': noValue,
})

const resourceOf = (stack: Stack, logicalId: string): StackResource => {
  const definition = stack.template.Resources[logicalId]
  if (!definition) throw new Error(`${stack.name} refers to ${logicalId}, which is not in its template`)
  return { stack, logicalId, definition }
}

class StackResolver implements Resolver {
  readonly #stacks: readonly Stack[]
  readonly #options: ResolveOptions
  readonly #physicalIds = new Map<object, PhysicalIds>()

  constructor(stacks: readonly Stack[], options: ResolveOptions) {
    this.#stacks = stacks
    this.#options = options
  }

  resolve(stack: Stack, value: Json): Json {
    const done = this.#any(stack, value)
    return done === noValue ? null : done
  }

  properties(resource: StackResource): JsonObject {
    return objectOf(this.resolve(resource.stack, resource.definition.Properties ?? {}), resource.logicalId)
  }

  physicalIdsOf(resource: StackResource): PhysicalIds {
    const known = this.#physicalIds.get(resource.definition)
    if (known) return known
    // Resolve only the names: other properties could refer back to this resource.
    const names = Object.entries(resource.definition.Properties ?? {}).filter(([key]) => key.endsWith('Name'))
    const properties = objectOf(this.resolve(resource.stack, Object.fromEntries(names)), resource.logicalId)
    const ids = physicalIdsOf(resource, properties, this.#options.location)
    this.#physicalIds.set(resource.definition, ids)
    return ids
  }

  #scope(stack: Stack): Scope {
    return {
      stack,
      region: this.#options.location.region,
      resolve: (value) => this.#any(stack, value),
      text: (value, what) => textOf(this.resolve(stack, value), what),
      ref: (name) => this.#ref(stack, name),
      getAtt: (logicalId, attribute) => this.#getAtt(stack, logicalId, attribute),
      imported: (name) => this.#imported(stack, name),
      condition: (condition) => conditionHolds(this.#scope(stack), condition),
    }
  }

  #ref(stack: Stack, name: string): Resolved {
    const pseudo = pseudoParameters(this.#options.location, stack)[name]
    if (pseudo !== undefined) return pseudo
    const parameter = stack.template.Parameters?.[name]
    if (!parameter) return this.physicalIdsOf(resourceOf(stack, name)).ref
    if (parameter.Default !== undefined) return parameter.Default
    throw new Error(`${stack.name}: the parameter ${name} has no default`)
  }

  #getAtt(stack: Stack, logicalId: string, attribute: string): string {
    const resource = resourceOf(stack, logicalId)
    const value = this.physicalIdsOf(resource).attributes[attribute]
    if (value !== undefined) return value
    const { Type } = resource.definition
    throw new Error(`The emulator does not support the attribute ${attribute} of ${Type} (${logicalId})`)
  }

  #imported(stack: Stack, name: string): Json {
    for (const other of this.#stacks)
      for (const { Export, Value } of Object.values(other.template.Outputs ?? {}))
        if (Export && this.resolve(other, Export.Name) === name) return this.resolve(other, Value)
    throw new Error(`${stack.name} imports ${name}, which no stack exports`)
  }

  #text(text: string): string {
    return withSecrets(text, this.#options.secretText)
  }

  #any(stack: Stack, value: Json): Resolved {
    if (typeof value === 'string') return this.#text(value)
    if (Array.isArray(value))
      return value.map((item) => this.#any(stack, item)).filter((item) => item !== noValue)
    if (!isObject(value)) return value
    const entries = Object.entries(value)
    const [first] = entries
    if (entries.length === 1 && first && (first[0] === 'Ref' || first[0].startsWith('Fn::')))
      return this.#intrinsic(stack, first[0], first[1])
    const resolved: JsonObject = {}
    for (const [key, item] of entries) {
      const done = this.#any(stack, item)
      if (done !== noValue) resolved[key] = done
    }
    return resolved
  }

  #intrinsic(stack: Stack, name: string, argument: Json): Resolved {
    const intrinsic = intrinsics[name]
    if (!intrinsic) throw new Error(`The emulator does not support the intrinsic ${name} (${stack.name})`)
    const result = intrinsic(this.#scope(stack), argument)
    return typeof result === 'string' ? this.#text(result) : result
  }
}

/**
 * Creates a resolver of the intrinsics of related stacks. Throws an error with the name of any unsupported
 * element.
 */
export const createResolver = (stacks: readonly Stack[], options: ResolveOptions): Resolver =>
  new StackResolver(stacks, options)
