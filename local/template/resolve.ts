import { conditionHolds } from './conditions.ts'
import { identify, type Identified, type Location } from './identify.ts'
import { intrinsics, noValue, type Resolved, type Scope } from './intrinsics.ts'
import { isObject, objectOf, textOf, type Json, type JsonObject, type Place, type Stack } from './template.ts'

export interface ResolveOptions {
  readonly location: Location
  /** The text of a secret, by its ARN or name. */
  readonly secretText: (id: string) => string
}

export interface Resolver {
  /** A value of a stack with every intrinsic and dynamic reference replaced. */
  resolve(stack: Stack, value: Json): Json
  /** A resource's properties, resolved. */
  properties(place: Place): JsonObject
  identify(place: Place): Identified
}

const dynamicReference = /\{\{resolve:([^:}]+):([^}]*)\}\}/g

/** Replaces references to secrets: `{{resolve:secretsmanager:<id or ARN>:SecretString:<key>}}`. */
const withSecrets = (text: string, secretText: ResolveOptions['secretText']): string =>
  text.replace(dynamicReference, (whole, service: string, rest: string) => {
    if (service !== 'secretsmanager')
      throw new Error(`The local cloud does not know the dynamic reference ${whole}`)
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

const placeOf = (stack: Stack, logicalId: string): Place => {
  const resource = stack.template.Resources[logicalId]
  if (!resource) throw new Error(`${stack.name} refers to ${logicalId}, which its template does not have`)
  return { stack, logicalId, resource }
}

class StackResolver implements Resolver {
  readonly #stacks: readonly Stack[]
  readonly #options: ResolveOptions
  readonly #identities = new Map<object, Identified>()

  constructor(stacks: readonly Stack[], options: ResolveOptions) {
    this.#stacks = stacks
    this.#options = options
  }

  resolve(stack: Stack, value: Json): Json {
    const done = this.#any(stack, value)
    return done === noValue ? null : done
  }

  properties(place: Place): JsonObject {
    return objectOf(this.resolve(place.stack, place.resource.Properties ?? {}), place.logicalId)
  }

  identify(place: Place): Identified {
    const known = this.#identities.get(place.resource)
    if (known) return known
    // Only names are needed here, and resolving other properties could lead back to this resource.
    const names = Object.entries(place.resource.Properties ?? {}).filter(([key]) => key.endsWith('Name'))
    const properties = objectOf(this.resolve(place.stack, Object.fromEntries(names)), place.logicalId)
    const identity = identify(place, properties, this.#options.location)
    this.#identities.set(place.resource, identity)
    return identity
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
    if (!parameter) return this.identify(placeOf(stack, name)).ref
    if (parameter.Default !== undefined) return parameter.Default
    throw new Error(`${stack.name}: the parameter ${name} has no default`)
  }

  #getAtt(stack: Stack, logicalId: string, attribute: string): string {
    const place = placeOf(stack, logicalId)
    const value = this.identify(place).attributes[attribute]
    if (value !== undefined) return value
    const { Type } = place.resource
    throw new Error(`The local cloud does not know the attribute ${attribute} of ${Type} (${logicalId})`)
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
    if (!intrinsic) throw new Error(`The local cloud does not know the intrinsic ${name} (${stack.name})`)
    const result = intrinsic(this.#scope(stack), argument)
    return typeof result === 'string' ? this.#text(result) : result
  }
}

/** Resolves the intrinsics of stacks that belong together; what it does not know it refuses by name. */
export const createResolver = (stacks: readonly Stack[], options: ResolveOptions): Resolver =>
  new StackResolver(stacks, options)
