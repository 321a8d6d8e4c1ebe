import { describe, expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { type Operation, pathOf } from '#shared/contract/operation.ts'
import type { ApiErrorCode } from '#shared/contract/api-errors.ts'
import { maxBodyBytes } from '#shared/values/limits.ts'
import { callRaw } from '../kit/call.ts'
import { permittedCallers } from './callers.ts'

const allowedHeaders = permittedCallers()

const json = 'application/json'

/** Sends a body as a permitted caller, so that only the body can be the reason for an error. */
const send = async (operation: Operation, body: string, type = json) => {
  const headers = { 'content-type': type, ...(await allowedHeaders(operation)) }
  return callRaw(pathOf(operation), { headers, body })
}

const apiError = (code: ApiErrorCode) => ({ error: { code, message: expect.stringMatching(/\S/) } })

const byName = operations.map((operation) => [operation.name, operation] as const)

describe('every operation', () => {
  test.each(byName)('%s rejects a body that is not JSON', async (_name, operation) => {
    const reply = await send(operation, '{"plan": "monthly"')
    expect(reply).toMatchObject({ status: 400, body: apiError('invalid_json') })
  })

  test.each(byName)('%s rejects other content types', async (_name, operation) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const reply = await send(operation, '{}', type)
      expect(reply, type).toMatchObject({ status: 415, body: apiError('unsupported_media_type') })
    }
  })

  test.each(byName)('%s rejects a body that is too large', async (_name, operation) => {
    const reply = await send(operation, JSON.stringify({ padding: 'x'.repeat(maxBodyBytes) }))
    expect(reply).toMatchObject({ status: 413, body: apiError('payload_too_large') })
  })

  /** Returns values of the wrong type for each field of the contract and for the whole body. */
  const wrongBodies = ({ body }: Operation): unknown[] => {
    const fields =
      'shape' in body && typeof body.shape === 'object' && body.shape !== null ? Object.keys(body.shape) : []
    const wrongField = (field: string) => [{ [field]: [[]] }, { [field]: { $gt: '' } }, { [field]: null }]
    return [[], 'text', 7, null, ...fields.flatMap(wrongField)].filter(
      (value) => !body.safeParse(value).success,
    )
  }

  test.each(byName)('%s rejects values of the wrong type', async (_name, operation) => {
    for (const body of wrongBodies(operation)) {
      const reply = await send(operation, JSON.stringify(body))
      expect(reply, JSON.stringify(body)).toMatchObject({ status: 400, body: apiError('validation_failed') })
    }
  })

  test.each(byName)('%s rejects GET requests', async (_name, operation) => {
    const reply = await callRaw(pathOf(operation), {
      method: 'GET',
      headers: await allowedHeaders(operation),
    })
    expect([404, 405]).toContain(reply.status)
  })

  test.each(byName)('%s returns no-store and a request id', async (_name, operation) => {
    const { headers } = await send(operation, '[]')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-request-id')).toMatch(/\S/)
  })
})
