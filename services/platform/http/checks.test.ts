import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { nothing } from '#shared/contract/fields.ts'
import { maxBodyBytes } from '#shared/values/limits.ts'
import { parseBody, requireOriginSecret } from './checks.ts'

const eventWith = (body: string | undefined): APIGatewayProxyEventV2 => ({
  version: '2.0',
  routeKey: 'POST /functions/{name}',
  rawPath: '/functions/name',
  rawQueryString: '',
  headers: {},
  isBase64Encoded: false,
  requestContext: {
    accountId: '',
    apiId: '',
    domainName: '',
    domainPrefix: '',
    http: { method: 'POST', path: '/functions/name', protocol: 'HTTP/1.1', sourceIp: '', userAgent: '' },
    requestId: '',
    routeKey: '',
    stage: '',
    time: '',
    timeEpoch: 0,
  },
  ...(body !== undefined && { body }),
})

const parse = (schema: z.ZodMiniType, value: unknown) => parseBody(eventWith(JSON.stringify(value)), schema)

const generalText = 'Please check the details and try again.'

describe('parseBody', () => {
  test('returns the parsed body', () => {
    const schema = z.object({ name: z.string().check(z.trim()), page: z._default(z.int(), 1) })
    expect(parse(schema, { name: ' Ann ', unknown: true })).toEqual({ name: 'Ann', page: 1 })
  })

  test('parses a missing body as an empty object', () => {
    expect(parseBody(eventWith(undefined), z.looseObject({}))).toEqual({})
  })

  test.each(['__proto__', 'constructor', 'toString'])(
    'gives a body no fields through the name %s',
    (name) => {
      for (const schema of [z.object({ name: z.string() }), z.looseObject({ name: z.string() })]) {
        const parsed = parseBody(eventWith(`{"${name}":{"isAdmin":true},"name":"Ann"}`), schema)
        expect(parsed).toMatchObject({ name: 'Ann' })
        expect('isAdmin' in parsed).toBe(false)
        expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
      }
      expect('isAdmin' in {}).toBe(false)
    },
  )

  test('rejects text that is not JSON', () => {
    expect(() => parseBody(eventWith('{"name"'), z.object({}))).toThrow(
      expect.objectContaining({ code: 'invalid_json' }),
    )
  })

  test.each([{ id: 'a\ud83d' }, { list: ['\ude00'] }, { id: 'a', more: { text: '\ud83d' } }])(
    'rejects %j, because a lone surrogate cannot be stored',
    (body) => {
      expect(() => parse(z.looseObject({}), body)).toThrow(
        expect.objectContaining({ code: 'validation_failed' }),
      )
    },
  )

  test('accepts and ignores fields that are nested as deeply as a body can be', () => {
    const depth = maxBodyBytes / 2 - 10
    const body = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    expect(parseBody(eventWith(body), nothing)).toHaveProperty('a')
  })

  test('accepts characters outside the basic plane', () => {
    expect(parse(z.object({ id: z.string() }), { id: '\u{1f600}' })).toEqual({ id: '\u{1f600}' })
  })

  test('reports the first message that the schema defines', () => {
    const schema = z.object({
      name: z.string().check(z.minLength(1, 'Name is required')),
      kind: z.enum(['a', 'b'], 'Please choose a kind'),
    })
    expect(() => parse(schema, { name: '', kind: 'c' })).toThrow(
      expect.objectContaining({ code: 'validation_failed', message: 'Name is required' }),
    )
  })

  test('names the field in the cause, for the log, without its value', () => {
    const schema = z.object({ items: z.array(z.object({ id: z.string() })) })
    const cause = (body: unknown): unknown => {
      try {
        return parse(schema, body)
      } catch (error) {
        return error instanceof Error ? error.cause : error
      }
    }
    expect(cause({ items: [{ id: 7 }] })).toEqual(new Error('invalid_type at items.0.id'))
    expect(cause([])).toEqual(new Error('invalid_type at the body'))
  })

  test.each<[string, z.ZodMiniType, unknown]>([
    ['a wrong type', z.object({ name: z.string() }), { name: 7 }],
    ['a missing field', z.object({ name: z.string() }), {}],
    ['a body that is not an object', z.object({ name: z.string() }), []],
    ['a short text', z.object({ name: z.string().check(z.minLength(2)) }), { name: 'a' }],
    ['a long text', z.object({ name: z.string().check(z.maxLength(2)) }), { name: 'abc' }],
    ['a large number', z.object({ page: z.int().check(z.maximum(2)) }), { page: 3 }],
    ['an unknown option', z.object({ kind: z.enum(['a', 'b']) }), { kind: 'c' }],
    ['an unknown field', z.strictObject({}), { name: 'a' }],
    ['a value outside every alternative', z.union([z.string(), z.int()]), true],
  ])('reports the general text for %s, not the library’s message', (_case, schema, value) => {
    expect(() => parse(schema, value)).toThrow(
      expect.objectContaining({ code: 'validation_failed', message: generalText }),
    )
  })
})

describe('requireOriginSecret', () => {
  const check = (sent: string | undefined, accepted: string | undefined) =>
    requireOriginSecret({
      ...eventWith(undefined),
      headers: sent === undefined ? {} : { 'x-origin-secret': sent },
      ...(accepted === undefined ? {} : { stageVariables: { originSecrets: accepted } }),
    })

  test.each([
    ['one', 'one'],
    ['old', 'new,old'],
    ['new', 'new,old'],
  ])('accepts %s when the stage accepts %s', (sent, accepted) => {
    expect(() => check(sent, accepted)).not.toThrow()
  })

  test.each([
    [undefined, 'one'],
    ['', 'one'],
    ['', ''],
    ['', 'new,'],
    ['other', 'new,old'],
    ['new,old', 'new,old'],
    ['', undefined],
  ])('rejects %j when the stage accepts %j', (sent, accepted) => {
    expect(() => check(sent, accepted)).toThrow(expect.objectContaining({ code: 'forbidden' }))
  })
})
