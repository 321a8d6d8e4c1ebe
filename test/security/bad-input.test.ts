import { expect, test } from 'vitest'
import { operations } from '../../shared/contract/index.ts'
import { type Operation, pathOf } from '../../shared/contract/operation.ts'
import type { RefusalCode } from '../../shared/contract/refusals.ts'
import { maxBodyBytes } from '../../shared/values/limits.ts'
import { callRaw } from '../kit/call.ts'
import { allowedHeaders } from './callers.ts'

const json = 'application/json'

/** Sends a body as somebody who may call the operation: only the body can be what is wrong. */
const send = async (operation: Operation, body: string, type = json) => {
  const headers = { 'content-type': type, ...(await allowedHeaders(operation)) }
  return callRaw(pathOf(operation), { headers, body })
}

const refusal = (code: RefusalCode) => ({ error: { code, message: expect.stringMatching(/\S/) } })

const byName = operations.map((operation) => [operation.name, operation] as const)

test.each(byName)('%s refuses what is not JSON', async (_name, operation) => {
  const reply = await send(operation, '{"plan": "monthly"')
  expect(reply).toMatchObject({ status: 400, body: refusal('invalid_json') })
})

test.each(byName)('%s refuses another content type', async (_name, operation) => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const reply = await send(operation, '{}', type)
    expect(reply, type).toMatchObject({ status: 415, body: refusal('unsupported_media_type') })
  }
})

test.each(byName)('%s refuses a body that is too large', async (_name, operation) => {
  const reply = await send(operation, JSON.stringify({ padding: 'x'.repeat(maxBodyBytes) }))
  expect(reply).toMatchObject({ status: 413, body: refusal('payload_too_large') })
})

/** Values of the wrong type for every field that the contract names, and for the body as a whole. */
const wrongBodies = ({ body }: Operation): unknown[] => {
  const fields =
    'shape' in body && typeof body.shape === 'object' && body.shape !== null ? Object.keys(body.shape) : []
  const wrongField = (field: string) => [{ [field]: [[]] }, { [field]: { $gt: '' } }, { [field]: null }]
  return [[], 'text', 7, null, ...fields.flatMap(wrongField)].filter(
    (value) => !body.safeParse(value).success,
  )
}

test.each(byName)('%s refuses wrong types', async (_name, operation) => {
  for (const body of wrongBodies(operation)) {
    const reply = await send(operation, JSON.stringify(body))
    expect(reply, JSON.stringify(body)).toMatchObject({ status: 400, body: refusal('validation_failed') })
  }
})

test.each(byName)('%s answers no GET', async (_name, operation) => {
  const reply = await callRaw(pathOf(operation), { method: 'GET', headers: await allowedHeaders(operation) })
  expect([404, 405]).toContain(reply.status)
})

test.each(byName)('%s lets no cache keep its answer, and names the request', async (_name, operation) => {
  const { headers } = await send(operation, '[]')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-request-id')).toMatch(/\S/)
})
