import { describe, expect, test } from 'vitest'
import { functions } from '#lib/functions.ts'
import type { FunctionDefinition } from '#platform/function.ts'
import { recordedCalls } from '../kit/recorded-calls.ts'

const calls = recordedCalls()

const prefixed = (service: string, actions: readonly string[] = []) =>
  actions.map((action) => `${service}:${action}`)

/** Returns the permissions that a function declares, in the format of the recorded calls. */
const declaredBy = ({ permissions }: FunctionDefinition): string[] =>
  [
    ...prefixed('dynamodb', permissions.table),
    ...prefixed('cognito', permissions.userPool),
    ...prefixed('s3', permissions.files),
    ...prefixed('s3:quarantine', permissions.quarantine),
    ...prefixed('s3:site', permissions.siteFiles),
    ...prefixed('ses', permissions.email),
    ...(permissions.stripe ?? []).map((secret) => `secretsmanager:${secret}`),
    ...(permissions.secondFactorKey ? ['secretsmanager:secondFactorKey'] : []),
    ...(permissions.guestKeys ? ['secretsmanager:guestKeys'] : []),
    ...(permissions.chat ?? []).map((secret) => `secretsmanager:chat:${secret}`),
  ].toSorted()

/**
 * Permissions, by function, that the code of the earlier release uses and the code of this release does not. They are
 * kept for one release, because CloudFormation changes policies before functions.
 *
 * Once prod runs a release that has an entry here, delete the entry, and the action under `permissions` in the
 * `function.ts` of the function. The tests in this file then show that nothing needs it.
 */
const removedByNextRelease: Readonly<Record<string, readonly string[]>> = {
  'add-passkey': ['dynamodb:ConditionCheckItem'],
  'check-pending-sign-up': ['dynamodb:GetItem'],
  retention: ['dynamodb:GetItem'],
}

const secretIn = (resource: string): string => {
  if (/guest-key/.test(resource)) return 'guestKeys'
  if (/second-factor/.test(resource)) return 'secondFactorKey'
  if (/chat-/.test(resource))
    return /webhook/.test(resource) ? 'chat:webhook' : /api/.test(resource) ? 'chat:api' : 'chat:identity'
  return /webhook/.test(resource) ? 'webhook' : 'api'
}

/**
 * Returns the permission that a call needs. A query of an index and the reading of each secret have their own names.
 */
const permissionOf = ({ service, action, resource }: (typeof calls)[number]): string => {
  if (service === 'dynamodb' && resource.includes('/index/')) return 'dynamodb:QueryIndex'
  if (service === 'secretsmanager') return `secretsmanager:${secretIn(resource)}`
  if (service === 's3' && resource.includes('/quarantine/')) return `s3:quarantine:${action}`
  if (service === 's3' && /:::[^/]*-site/.test(resource)) return `s3:site:${action}`
  return `${service}:${action}`
}

const used = (name: string) =>
  [...new Set(calls.filter((call) => call.function === name).map(permissionOf))].toSorted()

test('no call of a function was denied', () => {
  const names = new Set(functions.map(({ name }) => name))
  expect(calls.filter((call) => names.has(call.function) && !call.allowed)).toEqual([])
})

describe.each(functions)('$name', (definition) => {
  test('has exactly the permissions that it used in the run', () => {
    const kept = removedByNextRelease[definition.name] ?? []
    const declared = declaredBy(definition)
    expect(declared).toEqual(expect.arrayContaining([...kept]))
    expect(used(definition.name)).toEqual(declared.filter((permission) => !kept.includes(permission)))
  })
})
