import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { addPurchase, reversePurchase } from '#shared/rules/pass.ts'
import * as paths from '#shared/values/site-map.ts'
import { hashOf } from '#platform/crypto.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { rawRequest } from '#test/kit/in-memory/raw-request.ts'
import { guestKeysFrom } from '../guest-keys.ts'
import { passRepository } from '../pass.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const afterExpiry = new Date('2027-04-01T10:00:00Z')
const guestKeys = guestKeysFrom(async () => 'secret')
const [first, other] = ['cs_test_1', 'cs_test_2']
const siteUrl = 'https://site.example'

let passes: ReturnType<typeof passRepository>
let guestKey: string
let token: string
beforeEach(async () => {
  passes = passRepository(inMemory({ now }).table)
  guestKey = await guestKeys.keyOf(first)
  token = await guestKeys.receiptTokenOf(first)
  for (const session of [first, other]) {
    const holder = { keyHash: hashOf(await guestKeys.keyOf(session)) }
    const pass = addPurchase(undefined, session, now)
    await passes.write({ stored: { holder, firstSessionId: session, email: null, pass, version: 0 }, now })
  }
})

const open = (
  method: 'GET' | 'HEAD' | 'POST',
  fields: Record<string, string>,
  at = now,
  headers: Readonly<Record<string, string>> = {},
) => {
  const query = new URLSearchParams(fields)
  return handle(
    rawRequest({ method, ...(method === 'POST' ? { body: query.toString() } : { query }), headers, now: at }),
    { passes, guestKeys, siteUrl },
  )
}

const locationOf = ({ headers }: Awaited<ReturnType<typeof open>>) =>
  new URL(String(headers?.['location'] ?? 'none:'))

describe('restore-pass', () => {
  test('sends the key in the fragment when the button is pressed, each time', async () => {
    for (let i = 0; i < 2; i += 1) {
      const reply = await open('POST', { pass: first, token })
      expect(reply.statusCode).toBe(303)
      expect(locationOf(reply).href).toBe(`${siteUrl}${paths.liveChat}#guest_key=${guestKey}`)
    }
  })

  test('leads to the live chat while the pass is usable, even when the withdrawal period is over', async () => {
    const reply = await open('POST', { pass: first, token }, new Date('2027-03-20T10:00:00Z'))
    expect(locationOf(reply).href).toBe(`${siteUrl}${paths.liveChat}#guest_key=${guestKey}`)
  })

  test.each(['GET', 'HEAD'] as const)('shows a page without the key on %s', async (method) => {
    const reply = await open(method, { pass: first, token })
    expect(reply.statusCode).toBe(200)
    expect(JSON.stringify(reply)).not.toContain(guestKey)
  })

  describe('with the header that browsers set', () => {
    const openFrom = (site: string, method: 'GET' | 'POST' = 'POST') =>
      open(method, { pass: first, token }, now, { 'sec-fetch-site': site })

    test('accepts the form of its own page', async () => {
      expect(locationOf(await openFrom('same-origin')).hash).toBe(`#guest_key=${guestKey}`)
    })

    test.each(['cross-site', 'same-site', 'none'])(
      'redirects a form of another site to the page, without the key: %s',
      async (site) => {
        const reply = await openFrom(site)
        const query = new URLSearchParams({ pass: first, token }).toString()
        expect(reply.statusCode).toBe(303)
        expect(locationOf(reply).href).toBe(`${siteUrl}${paths.restorePass}?${query}`)
      },
    )

    test('shows the page to a visitor whom another site sent, for example webmail', async () => {
      expect((await openFrom('cross-site', 'GET')).statusCode).toBe(200)
    })
  })

  test.each(['GET', 'POST'] as const)(
    'redirects without a key on %s if the token is missing or belongs to another pass',
    async (method) => {
      const links: Record<string, string>[] = [
        {},
        { pass: first },
        { pass: first, token: '' },
        { pass: first, token: `${token}x` },
        { pass: other, token },
        { pass: '../x', token },
        { pass: 'cs_test_unknown', token },
      ]
      for (const link of links) {
        const location = locationOf(await open(method, link))
        expect([location.searchParams.get('error'), location.hash]).toEqual(['pass_over', ''])
      }
    },
  )

  describe('with a pass that was given up', () => {
    const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    /** Gives up the pass after this many minutes. With 0, it was never started. */
    const giveUp = async (usedMinutes: number) => {
      const stored = await passes.findByKeyHash(hashOf(guestKey))
      if (stored === undefined) throw new Error('The pass is stored')
      const startedAt = usedMinutes === 0 ? undefined : now.toISOString()
      const endedAt = minutesLater(usedMinutes).toISOString()
      const startRequest = { wording: 'wording', at: now.toISOString() }
      const purchases = { [first]: { paidAt: now.toISOString(), reversed: false, startRequest } }
      const pass = { ...stored.pass, startedAt, endedAt, purchases }
      await passes.write({ stored: { ...stored, pass }, now })
    }

    test.each([0, 29])('leads to the withdrawal when %i minutes were used', async (used) => {
      await giveUp(used)
      const page = await open('GET', { pass: first, token }, minutesLater(40))
      expect(page).toMatchObject({ statusCode: 200, body: expect.stringContaining('Withdraw') })
      expect(JSON.stringify(page)).not.toContain(guestKey)
      const reply = await open('POST', { pass: first, token }, minutesLater(40))
      expect(locationOf(reply).href).toBe(`${siteUrl}${paths.withdraw}#guest_key=${guestKey}`)
    })

    test.each([
      ['all minutes were used', 30, 40],
      ['the 14 days are over', 0, 15 * 24 * 60],
    ])('gives no key when %s', async (_when, used, later) => {
      await giveUp(used)
      for (const method of ['GET', 'POST'] as const) {
        const location = locationOf(await open(method, { pass: first, token }, minutesLater(later)))
        expect([location.searchParams.get('error'), location.hash]).toEqual(['pass_over', ''])
      }
    })
  })

  test.each([
    ['refunded', 'The payment for this chat pass was refunded'],
    ['disputed', 'The payment for this chat pass is disputed'],
    ['dispute_lost', 'Your bank has returned the payment for this chat pass'],
  ] as const)('gives no key of a pass that is %s, and says why', async (reason, text) => {
    const stored = await passes.findByKeyHash(hashOf(guestKey))
    if (stored === undefined) throw new Error('The pass is stored')
    const pass = reversePurchase(stored.pass, first, now, reason)
    await passes.write({ stored: { ...stored, pass }, now })
    for (const method of ['GET', 'POST'] as const) {
      const location = locationOf(await open(method, { pass: first, token }))
      expect(location.searchParams.get('error_description')).toContain(text)
      expect(location.hash).toBe('')
    }
    const stranger = locationOf(await open('GET', { pass: first, token: `${token}x` }))
    expect(stranger.searchParams.get('error_description')).toMatch(/is over, or the link is incomplete/)
  })

  test('gives no key of a pass that is over, or was never paid', async () => {
    const unpaid = 'cs_test_unpaid'
    const unpaidToken = await guestKeys.receiptTokenOf(unpaid)
    const replies = [
      await open('POST', { pass: first, token }, afterExpiry),
      await open('POST', { pass: unpaid, token: unpaidToken }),
    ]
    for (const reply of replies) expect(locationOf(reply).searchParams.get('error')).toBe('pass_over')
  })
})
