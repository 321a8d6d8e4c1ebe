import { describe, expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { type Operation, isPublic, pathOf } from '#shared/contract/operation.ts'
import * as paths from '#shared/values/site-map.ts'
import { callRaw, newClient } from '../kit/call.ts'
import { documentedBody, documentedGatewayError, documentedUnknownPath } from '../kit/open-api.ts'
import { operationFor, permittedCallers } from './callers.ts'

const allowedHeaders = permittedCallers()

const json = { 'content-type': 'application/json' }

const byName = (selected: readonly Operation[]) =>
  selected.map((operation) => [operation.name, operation] as const)

describe('errors, as docs/openapi.json documents them', () => {
  // The fuzz tests compare the errors of every operation in memory.
  test.each(byName(Object.values(operationFor)))('%s returns our own', async (_name, operation) => {
    const headers = { ...json, ...(await allowedHeaders(operation)) }
    for (const body of ['{', '[]']) {
      const reply = await callRaw(pathOf(operation), { headers, body })
      expect(documentedBody(operation, reply.status).parse(reply.body)).toHaveProperty('error.code')
      expect(reply.headers.get('x-request-id')).toMatch(/\S/)
    }
  })

  test.each(byName(operations.filter((operation) => !isPublic(operation))))(
    "%s returns API Gateway's own 401 without a token",
    async (_name, operation) => {
      const reply = await callRaw(pathOf(operation), { headers: json, body: '{}' })
      expect(reply.status).toBe(401)
      expect(documentedBody(operation, 401).safeParse(reply.body)).toMatchObject({ success: true })
      expect(documentedGatewayError().safeParse(reply.body)).toMatchObject({ success: true })
      expect(reply.headers.get('apigw-requestid')).toMatch(/\S/)
    },
  )

  test('an unknown path returns our own', async () => {
    const reply = await callRaw(`${paths.functions}/made-up`, { headers: json, body: '{}' })
    expect(reply.status).toBe(404)
    expect(documentedUnknownPath().parse(reply.body)).toMatchObject({ error: { code: 'not_found' } })
  })

  test('a limited operation names the same time in its message and in Retry-After', async () => {
    const limited = operations.find(({ name }) => name === 'validate-referral')
    if (limited === undefined) throw new Error('There is no operation validate-referral')
    const from = newClient()
    const send = () =>
      callRaw(pathOf(limited), { headers: { ...json, 'x-local-client': from }, body: '{"token":"x"}' })
    let reply = await send()
    for (let i = 0; i < 200 && reply.status !== 429; i += 1) reply = await send()
    expect(documentedBody(limited, reply.status).parse(reply.body)).toMatchObject({
      error: { code: 'rate_limited', message: 'Rate limit exceeded. Please wait a minute and try again.' },
    })
    expect(reply.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/)
  })
})
