import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { type Operation, pathOf } from '#shared/contract/operation.ts'
import { callRaw } from '../kit/call.ts'
import { accessOf, type Role, roles, statusesFor } from '../kit/roles.ts'
import { bearer, operationFor } from './callers.ts'
import { createTokenOf } from './role-tokens.ts'

const tokens = new Map<Role, string | undefined>()

// One after the other, because the flow of a past-due member moves the clock.
beforeAll(async () => {
  for (const role of roles) tokens.set(role, await createTokenOf[role]())
})

/** Sends an empty body. */
const statusFor = async (operation: Operation, role: Role): Promise<number> => {
  const token = tokens.get(role)
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : bearer(token)) }
  return (await callRaw(pathOf(operation), { headers, body: '{}' })).status
}

/**
 * The functions for members only call the user pool for accounts without a subscription. Each of them needs the
 * permission.
 */
const withoutSubscription = operations
  .filter(({ name, caller }) => caller === 'member' && name !== operationFor.member.name)
  .map((operation) => ({ operation, role: 'a user' as const }))

const cells = [
  ...Object.values(operationFor).flatMap((operation) => roles.map((role) => ({ operation, role }))),
  ...withoutSubscription,
].map((cell) => ({ ...cell, access: accessOf(cell.operation, cell.role) }))

// test/reliability/roles runs the matrix of all operations.
describe('role matrix: authoriser, gateway and function', () => {
  test.each(Object.entries(operationFor))('has an operation for %s', (kind, { caller }) => {
    expect(caller).toBe(kind)
  })

  test.each(cells.map((cell) => [cell.operation.name, cell.access, cell.role, cell] as const))(
    '%s: %s for %s',
    async (_name, _access, _role, { operation, role }) => {
      expect(statusesFor(operation, role)).toContain(await statusFor(operation, role))
    },
  )
})
