import '#test/kit/in-memory/no-wait-for-next-second.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { functions } from '#lib/functions.ts'
import { changeEmail } from '#shared/contract/profile-changes.ts'
import { operations } from '#shared/contract/index.ts'
import type { ApiErrorCode } from '#shared/contract/api-errors.ts'
import type { Operation, RateLimit } from '#shared/contract/operation.ts'
import { listWithdrawablePurchases, withdrawPurchase } from '#shared/contract/withdrawals.ts'
import { maxBodyBytes } from '#shared/values/limits.ts'
import { rateSubject } from '#platform/http/rate-limit.ts'
import { keys } from '#platform/table/keys.ts'
import { requestsToStripe } from '#test/kit/in-memory/in-process-stripe.ts'
import { documentedBody } from '#test/kit/open-api.ts'
import { collectLog } from '../checked-log.ts'
import { openWorld, type World } from '../world.ts'
import { bodiesFor, shareOfValid, wrongBodiesFor } from './bodies.ts'
import { mockAws, sampleClient } from './functions.ts'
import { requestsWith, type Sent } from './requests.ts'
import { sampleBodyOf } from './sample-body.ts'
import { storeSampleRows } from './sample-rows.ts'
import { database } from './shared-database.ts'

/** `FUZZ_RUNS=200` sends more bodies to each operation. The failed body is printed. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 50)
const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000_000)

let stripe: World
let aws: ReturnType<typeof mockAws>
let requests: ReturnType<typeof requestsWith>
beforeAll(async () => {
  vi.stubEnv('SITE_URL', 'http://localhost:3000')
  stripe = await openWorld()
  aws = mockAws()
  requests = requestsWith(aws)
})
afterAll(async () => {
  await stripe.close()
  aws.restore()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})
let log: ReturnType<typeof collectLog>
beforeEach(() => {
  log = collectLog()
})
afterEach(() => {
  log.expectNoLeaks()
})

const byName = operations.map((operation) => [operation.name, operation] as const)

describe(`${runs} generated bodies (seed ${seed})`, () => {
  test.each(byName)('%s accepts the form of at least an eighth of them', (_name, operation) => {
    const bodies = fc.sample(bodiesFor(operation), { numRuns: runs, seed })
    expect(shareOfValid(operation, bodies)).toBeGreaterThanOrEqual(1 / 8)
  })

  test.each(byName)(
    '%s returns no 5xx and no internals, and writes nothing when it rejects',
    async (_name, operation) => {
      const statuses: number[] = []
      for (const body of fc.sample(bodiesFor(operation), { numRuns: runs, seed })) {
        const sentBody = requests.send(operation, body, { prepare: storeSampleRows })
        const { statusCode, body: text = '', wrote, changes } = await sentBody
        statuses.push(statusCode)
        log.expectNoLeaks(body)
        const sent = JSON.stringify(body)
        expect(statusCode, sent).toBeLessThan(500)
        if (statusCode < 400) continue
        expect(text, sent).not.toMatch(/\bat .+:\d+:\d+|node_modules|\.ts\b|Error:/)
        expect(documentedBody(operation, statusCode).parse(JSON.parse(text)), sent).toMatchObject({
          error: { code: expect.any(String) },
        })
        expect({ wrote, changes }, sent).toEqual({ wrote: false, changes: [] })
      }
      // Otherwise the bodies have tested nothing, because the caller was rejected before they were checked.
      expect(statuses.every((status) => status === 401 || status === 403)).toBe(false)
    },
  )
})

describe('every operation', () => {
  /** Expects an error as docs/openapi.json documents it, after which nothing has changed. */
  const expectError = async (
    operation: Operation,
    reply: ReturnType<typeof requests.send>,
    status: number,
    code: ApiErrorCode,
    sent = '',
  ) => {
    const { statusCode, body = '', headers, wrote, changes } = await reply
    expect(documentedBody(operation, statusCode).parse(JSON.parse(body))).toHaveProperty('error.code')
    expect({ status: statusCode, body: JSON.parse(body), wrote, changes }, sent).toEqual({
      status,
      body: { error: { code, message: expect.stringMatching(/\S/) } },
      wrote: false,
      changes: [],
    })
    expect(headers, sent).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/\S/),
    })
  }

  test.each(byName)('%s rejects a body that is not JSON', async (_name, operation) => {
    await expectError(operation, requests.send(operation, '{"plan": "monthly"'), 400, 'invalid_json')
  })

  test.each(byName)('%s rejects other content types', async (_name, operation) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
      await expectError(
        operation,
        requests.send(operation, '{}', { contentType: type }),
        415,
        'unsupported_media_type',
        type,
      )
  })

  test.each(byName)('%s rejects a body that is too large', async (_name, operation) => {
    const body = JSON.stringify({ padding: 'x'.repeat(maxBodyBytes) })
    await expectError(operation, requests.send(operation, body), 413, 'payload_too_large')
  })

  test.each(byName)('%s rejects values of the wrong type', async (_name, operation) => {
    for (const value of wrongBodiesFor(operation)) {
      const body = JSON.stringify(value)
      await expectError(operation, requests.send(operation, body), 400, 'validation_failed', body)
    }
  })
})

describe('every operation for accounts', () => {
  const forAccounts = byName.filter(([, { caller }]) => caller === 'signedIn' || caller === 'member')
  const facts = { email: 'other@people.example', stripeCustomerId: 'cus_other', plan: 'annual' } as const

  test.each(forAccounts)(
    '%s reads and changes nothing of another account, whatever the body contains',
    async (_name, operation) => {
      const service = await requests.open()
      const { userId } = await service.world.account(facts)
      const names = [userId, facts.email, facts.stripeCustomerId]
      const namesOther = (text: string) => names.some((name) => text.includes(name))
      const itemsOfOther = () => database.all().filter((item) => namesOther(JSON.stringify(item)))
      const before = itemsOfOther()
      const sample = JSON.parse(sampleBodyOf(operation)) as object
      const others = { customer: facts.stripeCustomerId, user_id: userId, userId }
      // The new address of `change-email` may belong to any account.
      const email = operation === changeEmail ? {} : { email: facts.email }
      const body = JSON.stringify({ ...sample, ...others, ...email })
      const reply = await requests.request(operation, body, service)
      expect(reply.statusCode).toBeLessThan(500)
      expect(namesOther(reply.body ?? '')).toBe(false)
      expect(itemsOfOther()).toEqual(before)
    },
  )
})

describe('every operation that calls Stripe', () => {
  // These operations only read payments of recorded purchases, and there are none here.
  const ofPurchases: readonly Operation[] = [listWithdrawablePurchases, withdrawPurchase]
  const callsStripe = byName.filter(
    ([name, operation]) =>
      functions.find((one) => one.name === name)?.permissions.stripe?.includes('api') &&
      !ofPurchases.includes(operation),
  )
  beforeEach(() => {
    // A Monday, when the chat is open and passes are sold.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01T11:00:00Z') })
    stripe.stripeIsDown = true
  })
  afterEach(() => {
    vi.useRealTimers()
    stripe.stripeIsDown = false
  })

  test.each(callsStripe)(
    '%s reports an error while Stripe is unavailable, and changes nothing',
    async (_name, operation) => {
      const service = await requests.open({ stripeCustomerId: 'cus_sample' })
      const sent = requestsToStripe()
      const reply = await requests.request(operation, sampleBodyOf(operation), service)
      expect(requestsToStripe()).toBeGreaterThan(sent)
      expect(reply).toMatchObject({ statusCode: 502, wrote: false, changes: [] })
      expect(JSON.parse(reply.body ?? '')).toMatchObject({ error: { code: 'payment_provider_error' } })
    },
  )
})

const limits = operations.flatMap((operation) =>
  operation.limits.filter(({ by }) => by !== 'everyone').map((limit) => ({ operation, limit })),
)

describe('every limited operation', () => {
  /** Stores that a caller has used all but `left` of the requests of a limit, in this window and the next. */
  const useUp =
    (operation: Operation, limit: RateLimit, left: number): Sent['prepare'] =>
    async ({ world: { table, now }, userId }) => {
      const subjects = { user: userId, client: sampleClient, email: 'nadia@people.example', everyone: '' }
      const window = Math.floor(now.getTime() / 1000 / limit.windowSeconds)
      for (const at of [window, window + 1])
        await table.put(keys.rate(operation.name, rateSubject(limit, subjects[limit.by]), at), {
          entity: 'rate',
          count: limit.max - left,
          expires_at_epoch_seconds: 0,
        })
    }

  /** Reads the time in the message of a limit, and the length of its unit in seconds. */
  const waitNamedIn = (body = ''): { seconds: number; unit: number } => {
    const [, count = '', name] = /Please wait (a|\d+) (minute|hour)s? and try again\./.exec(body) ?? []
    const unit = name === 'hour' ? 3600 : 60
    return { seconds: unit * (count === 'a' ? 1 : Number(count)), unit }
  }

  test.each(limits.map(({ operation, limit }) => [operation.name, limit, operation] as const))(
    '%s rejects more requests than %o',
    async (_name, limit, operation) => {
      const body = sampleBodyOf(operation)
      const last = await requests.send(operation, body, { prepare: useUp(operation, limit, 1) })
      expect(last.statusCode).not.toBe(429)
      const next = await requests.send(operation, body, { prepare: useUp(operation, limit, 0) })
      expect({ ...next, body: JSON.parse(next.body ?? '') }).toMatchObject({
        statusCode: 429,
        body: { error: { code: 'rate_limited' } },
        wrote: false,
        changes: [],
      })
      const { seconds, unit } = waitNamedIn(next.body)
      const tooLong = seconds - Number(next.headers?.['retry-after'])
      expect(tooLong, next.body).toBeGreaterThanOrEqual(0)
      expect(tooLong, next.body).toBeLessThan(unit)
    },
  )
})
