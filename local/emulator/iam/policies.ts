import type { Identity, Permission, PolicyStatement } from '../protocol/identity.ts'
import { AwsError } from '../protocol/aws-error.ts'

type Test = (actual: readonly string[], wanted: readonly string[]) => boolean

const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

/** Compiled patterns of the templates. There are a few hundred, and they are checked at every call. */
const compiled = new Map<string, RegExp>()

const compile = (pattern: string): RegExp => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${source}$`, 's')
}

/** Matches IAM wildcards: `*` is any text, `?` is one character. */
const matchesWildcard = (pattern: string, text: string): boolean => {
  if (pattern.includes('${'))
    throw new Error(`The local IAM does not support the policy variable in ${pattern}`)
  const known = compiled.get(pattern) ?? compile(pattern)
  compiled.set(pattern, known)
  return known.test(text)
}

const some =
  (matches: (wanted: string, actual: string) => boolean): Test =>
  (actual, wanted) =>
    actual.some((value) => wanted.some((candidate) => matches(candidate, value)))
const every =
  (matches: (wanted: string, actual: string) => boolean): Test =>
  (actual, wanted) =>
    actual.every((value) => wanted.some((candidate) => matches(candidate, value)))
const not =
  (test: Test): Test =>
  (actual, wanted) =>
    !test(actual, wanted)
const equals = (wanted: string, actual: string) => wanted === actual

const operators: Readonly<Record<string, Test>> = {
  StringEquals: some(equals),
  StringNotEquals: not(some(equals)),
  StringLike: some(matchesWildcard),
  StringNotLike: not(some(matchesWildcard)),
  ArnEquals: some(matchesWildcard),
  ArnLike: some(matchesWildcard),
  'ForAnyValue:StringEquals': some(equals),
  'ForAnyValue:StringLike': some(matchesWildcard),
  'ForAllValues:StringEquals': every(equals),
  'ForAllValues:StringLike': every(matchesWildcard),
}

const conditionHolds = (condition: unknown, permission: Permission): boolean => {
  const operations = Object.entries((condition ?? {}) as Record<string, Record<string, string | string[]>>)
  return operations.every(([operator, keys]) => {
    const test = operators[operator]
    if (!test) throw new Error(`The local IAM does not support the condition operator ${operator}`)
    return Object.entries(keys).every(([key, wanted]) => {
      const actual = permission.context?.[key]
      if (!actual) {
        throw new Error(
          `The local IAM does not support the condition key ${key} of ${permission.service}:${permission.action}`,
        )
      }
      return test(actual, list(wanted))
    })
  })
}

const applies = (statement: PolicyStatement, permission: Permission): boolean => {
  const action = `${permission.service}:${permission.action}`.toLowerCase()
  return (
    list(statement.Action).some((pattern) => matchesWildcard(pattern.toLowerCase(), action)) &&
    list(statement.Resource).some((pattern) => matchesWildcard(pattern, permission.resource)) &&
    conditionHolds(statement.Condition, permission)
  )
}

/**
 * Returns true if a statement allows the permission and none denies it. Throws an error with the name of an
 * unsupported condition.
 */
export const isAllowed = (policies: readonly PolicyStatement[], permission: Permission): boolean => {
  const effects = policies.filter((statement) => applies(statement, permission)).map(({ Effect }) => Effect)
  return effects.includes('Allow') && !effects.includes('Deny')
}

/** Creates the error of a denied call, with AWS's message. */
export const accessDenied = (identity: Identity, accountId: string, permission: Permission): AwsError => {
  const action = `${permission.service}:${permission.action}`
  const user = `arn:aws:sts::${accountId}:assumed-role/${identity.name}/${identity.name}`
  return new AwsError(
    'AccessDenied',
    403,
    `User: ${user} is not authorized to perform: ${action} on resource: ${permission.resource} because no identity-based policy allows the ${action} action`,
  )
}
