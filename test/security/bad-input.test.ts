import { describe, expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { pathOf } from '#shared/contract/operation.ts'
import { callRaw } from '../kit/call.ts'
import { permittedCallers } from './callers.ts'

const allowedHeaders = permittedCallers()

// The fuzz tests send every operation bodies of the wrong type, size and content type.
describe('every operation', () => {
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s rejects GET requests',
    async (_name, operation) => {
      const headers = await allowedHeaders(operation)
      const reply = await callRaw(pathOf(operation), { method: 'GET', headers })
      expect([404, 405]).toContain(reply.status)
    },
  )
})
