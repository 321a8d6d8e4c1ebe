import { identify, type Identified, type Location } from './identify.ts'
import {
  isObject,
  listOf,
  objectOf,
  textOf,
  type Json,
  type JsonObject,
  type Place,
  type Stack,
} from './template.ts'

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

/** Stands for `AWS::NoValue`: the property that holds it is left out. */
const noValue = Symbol('AWS::NoValue')
type Resolved = Json | typeof noValue

const dynamicReference = /\{\{resolve:([^:}]+):([^}]*)\}\}/g

/** Resolves the intrinsics of a set of stacks that belong together; what it does not know it refuses by name. */
export const createResolver = (stacks: readonly Stack[], options: ResolveOptions): Resolver => {
  const { location } = options
  const identities = new Map<object, Identified>()

  const identityOf = (place: Place): Identified => {
    const known = identities.get(place.resource)
    if (known) return known
    // Only names are needed here, and resolving other properties could lead back to this resource.
    const names = Object.entries(place.resource.Properties ?? {}).filter(([key]) => key.endsWith('Name'))
    const identity = identify(place, clean(place.stack, Object.fromEntries(names)), location)
    identities.set(place.resource, identity)
    return identity
  }

  const placeOf = (stack: Stack, logicalId: string): Place => {
    const resource = stack.template.Resources[logicalId]
    if (!resource) throw new Error(`${stack.name} refers to ${logicalId}, which its template does not have`)
    return { stack, logicalId, resource }
  }

  const pseudo = (stack: Stack): Record<string, Resolved> => ({
    'AWS::Region': location.region,
    'AWS::AccountId': location.accountId,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stack.name,
    'AWS::StackId': `arn:aws:cloudformation:${location.region}:${location.accountId}:stack/${stack.name}/local`,
    'AWS::NoValue': noValue,
  })

  const ref = (stack: Stack, name: string): Resolved => {
    const known = pseudo(stack)[name]
    if (known !== undefined) return known
    const parameter = stack.template.Parameters?.[name]
    if (!parameter) return identityOf(placeOf(stack, name)).ref
    if (parameter.Default === undefined)
      throw new Error(`${stack.name}: the parameter ${name} has no default`)
    return parameter.Default
  }

  const getAtt = (stack: Stack, logicalId: string, attribute: string): string => {
    const place = placeOf(stack, logicalId)
    const value = identityOf(place).attributes[attribute]
    if (value !== undefined) return value
    throw new Error(
      `The local cloud does not know the attribute ${attribute} of ${place.resource.Type} (${logicalId})`,
    )
  }

  const text = (stack: Stack, value: Json, what: string) => textOf(clean(stack, value), what)

  const sub = (stack: Stack, given: Json): string => {
    const [template, variables] = Array.isArray(given) ? given : [given]
    const own = isObject(variables) ? variables : {}
    return textOf(template, 'Fn::Sub').replace(/\$\{([^!}][^}]*)\}/g, (_, name: string) => {
      if (own[name] !== undefined) return text(stack, own[name], `Fn::Sub ${name}`)
      const [id = '', ...attribute] = name.split('.')
      return attribute.length > 0
        ? getAtt(stack, id, attribute.join('.'))
        : textOf(ref(stack, id) as Json, name)
    })
  }

  const importValue = (stack: Stack, given: Json): Json => {
    const wanted = text(stack, given, 'Fn::ImportValue')
    for (const other of stacks)
      for (const output of Object.values(other.template.Outputs ?? {}))
        if (output.Export && text(other, output.Export.Name, 'Export.Name') === wanted)
          return clean(other, output.Value)
    throw new Error(`${stack.name} imports ${wanted}, which no stack exports`)
  }

  const condition = (stack: Stack, given: Json): boolean => {
    if (typeof given === 'boolean') return given
    if (typeof given === 'string') {
      const named = stack.template.Conditions?.[given]
      if (named === undefined) throw new Error(`${stack.name} has no condition ${given}`)
      return condition(stack, named)
    }
    const [[name, argument] = ['', null]] = Object.entries(objectOf(given, 'A condition'))
    const parts = listOf(argument)
    if (name === 'Condition') return condition(stack, textOf(argument, 'Condition'))
    if (name === 'Fn::Not') return !condition(stack, parts[0] ?? false)
    if (name === 'Fn::And') return parts.every((part) => condition(stack, part))
    if (name === 'Fn::Or') return parts.some((part) => condition(stack, part))
    if (name === 'Fn::Equals') {
      const [left, right] = parts.map((part) => JSON.stringify(clean(stack, part)))
      return left === right
    }
    throw new Error(`The local cloud does not know the condition function ${name} (${stack.name})`)
  }

  const intrinsics: Record<string, (stack: Stack, argument: Json) => Resolved> = {
    Ref: (stack, name) => ref(stack, textOf(name, 'Ref')),
    'Fn::GetAtt': (stack, given) => {
      const [id, ...attribute] = typeof given === 'string' ? given.split('.') : listOf(given)
      return getAtt(
        stack,
        textOf(id, 'Fn::GetAtt'),
        attribute.map((part) => textOf(part, 'Fn::GetAtt')).join('.'),
      )
    },
    'Fn::Join': (stack, given) => {
      const [separator, parts] = listOf(given)
      const values = listOf(clean(stack, parts ?? [])).map((part) => textOf(part, 'Fn::Join'))
      return values.join(textOf(separator, 'Fn::Join'))
    },
    'Fn::Sub': sub,
    'Fn::Select': (stack, given) => {
      const [index, list] = listOf(given)
      const chosen = listOf(clean(stack, list ?? []))[Number(clean(stack, index ?? 0))]
      if (chosen === undefined)
        throw new Error(`${stack.name}: Fn::Select finds nothing at ${JSON.stringify(index)}`)
      return chosen
    },
    'Fn::Split': (stack, given) => {
      const [separator, value] = listOf(given)
      return text(stack, value ?? '', 'Fn::Split').split(textOf(separator, 'Fn::Split'))
    },
    'Fn::ImportValue': importValue,
    'Fn::If': (stack, given) => {
      const [name, yes, no] = listOf(given)
      return any(stack, (condition(stack, name ?? false) ? yes : no) ?? null)
    },
    'Fn::FindInMap': (stack, given) => {
      const [map = '', first = '', second = ''] = listOf(given).map((part) =>
        text(stack, part, 'Fn::FindInMap'),
      )
      const found = stack.template.Mappings?.[map]?.[first]?.[second]
      if (found === undefined)
        throw new Error(`${stack.name}: the mapping ${map}/${first}/${second} does not exist`)
      return found
    },
    'Fn::Base64': (stack, given) => Buffer.from(text(stack, given, 'Fn::Base64')).toString('base64'),
    'Fn::GetAZs': () => [`${location.region}a`, `${location.region}b`],
  }

  const dynamic = (value: string): string =>
    value.replace(dynamicReference, (whole, service: string, rest: string) => {
      if (service !== 'secretsmanager')
        throw new Error(`The local cloud does not know the dynamic reference ${whole}`)
      // <id or ARN>:SecretString:<key>:<stage>:<version>, of which only the first part has to be there.
      const [id = '', field = ''] = rest.split(':SecretString')
      const secret = options.secretText(id)
      const key = field.split(':')[1]
      if (!key) return secret
      return textOf(objectOf(JSON.parse(secret), id)[key], `The field ${key} of the secret ${id}`)
    })

  const any = (stack: Stack, value: Json): Resolved => {
    if (typeof value === 'string') return dynamic(value)
    if (Array.isArray(value)) return value.map((item) => any(stack, item)).filter((item) => item !== noValue)
    if (!isObject(value)) return value
    const entries = Object.entries(value)
    const [first] = entries
    if (entries.length === 1 && first && (first[0] === 'Ref' || first[0].startsWith('Fn::'))) {
      const intrinsic = intrinsics[first[0]]
      if (!intrinsic)
        throw new Error(`The local cloud does not know the intrinsic ${first[0]} (${stack.name})`)
      const result = intrinsic(stack, first[1])
      return typeof result === 'string' ? dynamic(result) : result
    }
    const resolved: JsonObject = {}
    for (const [key, item] of entries) {
      const done = any(stack, item)
      if (done !== noValue) resolved[key] = done
    }
    return resolved
  }

  function clean<Value extends Json>(stack: Stack, value: Value): Value extends JsonObject ? JsonObject : Json
  function clean(stack: Stack, value: Json): Json {
    const done = any(stack, value)
    return done === noValue ? null : done
  }

  return {
    resolve: (stack, value) => clean(stack, value),
    properties: (place) => clean(place.stack, place.resource.Properties ?? {}),
    identify: identityOf,
  }
}
