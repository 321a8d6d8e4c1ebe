import '#test/kit/in-memory/environment.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { addPurchase } from '#shared/rules/pass.ts'
import * as paths from '#shared/values/site-map.ts'
import { hashOf } from '#platform/crypto.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
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

const open = (method: 'GET' | 'HEAD' | 'POST', fields: Record<string, string>, at = now) => {
  const query = new URLSearchParams(fields)
  return handle(
    {
      method,
      parameters: {},
      query: method === 'POST' ? new URLSearchParams() : query,
      bytes: Buffer.from(method === 'POST' ? query.toString() : ''),
      header: () => undefined,
      now: at,
      client: { address: '198.18.0.1' },
    },
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

  test.each(['GET', 'HEAD'] as const)('shows a page without the key on %s', async (method) => {
    const reply = await open(method, { pass: first, token })
    expect(reply.statusCode).toBe(200)
    expect(JSON.stringify(reply)).not.toContain(guestKey)
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
