import { describe, expect, test } from 'vitest'
import { functions } from '../../lib/functions.ts'
import type { FunctionDefinition } from '../../services/platform/function.ts'
import { callsOfTheRun } from '../kit/calls-of-the-run.ts'

const calls = callsOfTheRun()

const prefixed = (service: string, actions: readonly string[] = []) =>
  actions.map((action) => `${service}:${action}`)

/** What a function says that it needs, in the words of the calls. */
const declaredBy = ({ needs }: FunctionDefinition): string[] =>
  [
    ...prefixed('dynamodb', needs.table),
    ...prefixed('cognito', needs.userPool),
    ...prefixed('s3', needs.files),
    ...prefixed('s3:quarantine', needs.quarantine),
    ...prefixed('ses', needs.mail),
    ...(needs.stripe ?? []).map((secret) => `secretsmanager:${secret}`),
    ...(needs.guestKeys ? ['secretsmanager:guestKeys'] : []),
    ...(needs.chat ?? []).map((secret) => `secretsmanager:chat:${secret}`),
  ].toSorted()

const secretIn = (resource: string): string => {
  if (/guest-key/.test(resource)) return 'guestKeys'
  if (/chat-/.test(resource)) return /webhook/.test(resource) ? 'chat:webhook' : 'chat:identity'
  return /webhook/.test(resource) ? 'webhook' : 'api'
}

/** A call in the words of the needs: a Query of an index and the reading of each secret have names of their own. */
const needOf = ({ service, action, resource }: (typeof calls)[number]): string => {
  if (service === 'dynamodb' && resource.includes('/index/')) return 'dynamodb:QueryIndex'
  if (service === 'secretsmanager') return `secretsmanager:${secretIn(resource)}`
  if (service === 's3' && resource.includes('/quarantine/')) return `s3:quarantine:${action}`
  return `${service}:${action}`
}

const used = (name: string) =>
  [...new Set(calls.filter((call) => call.function === name).map(needOf))].toSorted()

test('nothing that a function asked for was denied', () => {
  const names = new Set(functions.map(({ name }) => name))
  expect(calls.filter((call) => names.has(call.function) && !call.allowed)).toEqual([])
})

describe.each(functions)('$name', (definition) => {
  test('may do what it did in the whole run, and nothing else', () => {
    expect(used(definition.name)).toEqual(declaredBy(definition))
  })
})
