import { afterEach, expect, test } from 'vitest'
import { checkGuestAccess, guestSessionEvent } from '../../../shared/contract/passes.ts'
import { callOk, callRaw } from '../../../test/kit/call.ts'
import { clock } from '../../../test/kit/clock.ts'
import { given } from '../../../test/kit/given.ts'
import { inbox } from '../../../test/kit/inbox.ts'
import { landing } from '../../../test/kit/link.ts'
import { newEmail } from '../../../test/kit/people.ts'

afterEach(clock.restore)

/** A guest and the link of the receipt. */
const aGuest = async () => {
  const email = newEmail('guest')
  const { guestKey } = await given.guest(email)
  const mail = await inbox.waitFor(email, /chat pass/)
  const link = mail.links.find((address) => address.includes('/auth/pass'))
  if (link === undefined) throw new Error('The receipt has no way back')
  return { guestKey, link: new URL(link) }
}

const press = (link: URL) =>
  callRaw('/auth/pass', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: link.searchParams.toString(),
  })

const spent = { path: '/livechat', query: { error: 'pass_over' }, fragment: {} }

test('a press of the button brings the key to the live chat of a cleared browser', async () => {
  const { guestKey, link } = await aGuest()
  const reply = await press(link)
  expect(reply.status).toBe(303)
  expect(landing(reply)).toMatchObject({ path: '/livechat', query: {}, fragment: { guest_key: guestKey } })
})

test('works again for the next browser, until the pass is over', async () => {
  const { guestKey, link } = await aGuest()
  for (let i = 0; i < 2; i += 1) expect(landing(await press(link)).fragment).toEqual({ guest_key: guestKey })
  for (const event of ['started', 'ended'] as const)
    await callOk(guestSessionEvent, { body: { guest_key: guestKey, event } })
  expect(landing(await press(link))).toMatchObject(spent)
})

test('survives scanners that only open it, and shows no key to them', async () => {
  const { guestKey, link } = await aGuest()
  for (const method of ['GET', 'HEAD', 'GET']) {
    const page = await callRaw(`${link.pathname}${link.search}`, { method })
    expect(JSON.stringify(page.body)).not.toContain(guestKey)
  }
  const page = await callRaw(`${link.pathname}${link.search}`, { method: 'GET' })
  expect(page.status).toBe(200)
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(await callOk(checkGuestAccess, { body: { guest_key: guestKey } })).toEqual({ active: true })
})

test('gives nothing to a token that is not of this pass', async () => {
  const [one, other] = [await aGuest(), await aGuest()]
  const mixed = new URL(one.link)
  mixed.searchParams.set('token', other.link.searchParams.get('token') ?? '')
  for (const change of [{ token: '' }, { token: 'x' }, { pass: 'cs_test_unknown' }, { pass: '../x' }]) {
    const wrong = new URL(one.link)
    for (const [name, value] of Object.entries(change)) wrong.searchParams.set(name, String(value))
    expect(landing(await press(wrong))).toMatchObject(spent)
  }
  expect(landing(await press(mixed))).toMatchObject(spent)
})
