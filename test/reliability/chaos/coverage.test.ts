import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { functions } from '#lib/functions.ts'
import type { FunctionDefinition } from '#platform/function.ts'
import { schedules } from './schedules.ts'

/** Functions that the steps call by their parts, without the handler, with the file of the steps. */
const calledByParts: Readonly<Record<string, string>> = {
  'delete-account': 'delete-account.ts',
  'cancel-subscription': 'steps.ts',
  'resume-subscription': 'steps.ts',
  'check-subscription': 'steps.ts',
  'verify-subscription': 'steps.ts',
  'verify-payment': 'steps.ts',
  'verify-guest-pass': 'steps.ts',
  'guest-session-event': 'steps.ts',
  'one-time-session-event': 'steps.ts',
  'sign-chat-visitor': 'chat-deliveries.ts',
}

const countsOnly = 'reads, and writes only the count of its rate limit'

/** Functions that no journey calls, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  'check-guest-access': 'writes only the time at which the holder of a pass was last seen in the chat',
  'check-sign-up': countsOnly,
  'get-access': 'writes only the time at which the holder of a pass was last seen in the chat',
  'create-billing-portal':
    'opens a page at Stripe and stores nothing; the steps change what its visitors change',
  'create-download': 'writes only a short link for the online viewer, which nothing else reads',
  'export-account-data': countsOnly,
  'get-billing': 'reads from Stripe',
  'get-open-invoice': 'reads from Stripe',
  'search-library': countsOnly,
  'validate-referral': countsOnly,
}

const here = import.meta.dirname

/** The files of the journeys, and the files of the billing model that they run. */
const sources = [here, join(here, '..')].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8')),
)

const isCalled = ({ folder }: FunctionDefinition): boolean =>
  sources.some((source) => source.includes(`from '#${folder}/`))

const isWrite = (action: string): boolean =>
  /^(?:Put|Delete|Update|Admin(?:Create|Set|Update|UserGlobalSignOut|Delete))/.test(action)

/**
 * Returns whether users or admins call a function that writes, or that calls Stripe. Every operation with rate limits
 * writes: its count needs the permission that an update of other data needs.
 */
const mayChangeSomething = ({ source, permissions }: FunctionDefinition): boolean => {
  if (!('operation' in source) && !('routes' in source)) return false
  const actions = [
    ...(permissions.table ?? []),
    ...(permissions.userPool ?? []),
    ...(permissions.files ?? []),
    ...(permissions.quarantine ?? []),
  ]
  return actions.some(isWrite) || permissions.stripe?.includes('api') === true
}

describe('the journeys', () => {
  test('run every scheduled function', () => {
    const scheduled = functions.flatMap(({ name, source }) => ('schedule' in source ? [name] : []))
    expect(Object.keys(schedules).toSorted(), 'add the schedule to schedules.ts').toEqual(
      scheduled.toSorted(),
    )
  })

  test('call every operation and page that changes something, apart from those with a reason', () => {
    const uncalled = functions.filter((one) => mayChangeSomething(one) && !isCalled(one))
    const explained = [...Object.keys(calledByParts), ...Object.keys(leftOut)]
    expect(
      uncalled.map(({ name }) => name).toSorted(),
      'add a step to a journey that calls the function, or its name and a reason to this file',
    ).toEqual(explained.toSorted())
  })
})
