import { isObject, listOf, textOf, type Json, type Stack } from './template.ts'

/** Represents `AWS::NoValue`. The property that holds it is omitted. */
export const noValue = Symbol('AWS::NoValue')
export type Resolved = Json | typeof noValue

/** The values that an intrinsic function can look up in its stack. */
export interface Scope {
  readonly stack: Stack
  readonly region: string
  resolve(value: Json): Resolved
  /** Resolves a value that must be text. `what` names it in the error. */
  text(value: Json, what: string): string
  ref(name: string): Resolved
  getAtt(logicalId: string, attribute: string): string
  imported(name: string): Json
  condition(condition: Json): boolean
}

type Intrinsic = (scope: Scope, argument: Json) => Resolved

const plain = (scope: Scope, value: Json): Json => {
  const done = scope.resolve(value)
  return done === noValue ? null : done
}

const getAtt: Intrinsic = (scope, given) => {
  const parts = typeof given === 'string' ? given.split('.') : listOf(given)
  const [logicalId = '', ...attribute] = parts.map((part) => textOf(part, 'Fn::GetAtt'))
  return scope.getAtt(logicalId, attribute.join('.'))
}

const join: Intrinsic = (scope, given) => {
  const [separator, parts] = listOf(given)
  const texts = listOf(plain(scope, parts ?? [])).map((part) => textOf(part, 'Fn::Join'))
  return texts.join(textOf(separator, 'Fn::Join'))
}

const sub: Intrinsic = (scope, given) => {
  const [template, variables] = Array.isArray(given) ? given : [given]
  const own = isObject(variables) ? variables : {}
  return textOf(template, 'Fn::Sub').replace(/\$\{([^!}][^}]*)\}/g, (_, name: string) => {
    if (own[name] !== undefined) return scope.text(own[name], `Fn::Sub ${name}`)
    const [logicalId = '', ...attribute] = name.split('.')
    if (attribute.length > 0) return scope.getAtt(logicalId, attribute.join('.'))
    return scope.text({ Ref: logicalId }, `Fn::Sub ${name}`)
  })
}

const select: Intrinsic = (scope, given) => {
  const [index, list] = listOf(given)
  const chosen = listOf(plain(scope, list ?? []))[Number(plain(scope, index ?? 0))]
  if (chosen !== undefined) return chosen
  throw new Error(`${scope.stack.name}: Fn::Select has no element ${JSON.stringify(index)}`)
}

const split: Intrinsic = (scope, given) => {
  const [separator, value] = listOf(given)
  return scope.text(value ?? '', 'Fn::Split').split(textOf(separator, 'Fn::Split'))
}

const findInMap: Intrinsic = (scope, given) => {
  const [map = '', first = '', second = ''] = listOf(given).map((part) => scope.text(part, 'Fn::FindInMap'))
  const found = scope.stack.template.Mappings?.[map]?.[first]?.[second]
  if (found !== undefined) return found
  throw new Error(`${scope.stack.name}: the mapping ${map}/${first}/${second} does not exist`)
}

const choose: Intrinsic = (scope, given) => {
  const [condition, whenTrue, whenFalse] = listOf(given)
  return scope.resolve((scope.condition(condition ?? false) ? whenTrue : whenFalse) ?? null)
}

/** The supported intrinsic functions. */
export const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (scope, name) => scope.ref(textOf(name, 'Ref')),
  'Fn::GetAtt': getAtt,
  'Fn::Join': join,
  'Fn::Sub': sub,
  'Fn::Select': select,
  'Fn::Split': split,
  'Fn::ImportValue': (scope, name) => scope.imported(scope.text(name, 'Fn::ImportValue')),
  'Fn::If': choose,
  'Fn::FindInMap': findInMap,
  'Fn::Base64': (scope, value) => Buffer.from(scope.text(value, 'Fn::Base64')).toString('base64'),
}
