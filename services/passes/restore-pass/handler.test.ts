import { afterEach, describe, expect, test } from 'vitest'
import { checkGuestAccess } from '#shared/contract/passes.ts'
import * as paths from '#shared/values/site-map.ts'
import { callOk, callRaw } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { inbox } from '#test/kit/inbox.ts'
import { landing } from '#test/kit/link.ts'
import { newEmail } from '#test/kit/people.ts'

afterEach(clock.restore)

/** Creates a guest and reads the link in the pass email. */
const createGuest = async () => {
  const email = newEmail('guest')
  const { guestKey } = await given.guest(email)
  const passEmail = await inbox.waitFor(email, /chat pass/)
  expect(passEmail.subject).toBe('Your live chat pass')
  expect(passEmail.text).toContain('£50.00')
  const link = passEmail.links.find((address) => address.includes(paths.restorePass))
  if (link === undefined) throw new Error('The pass email has no link that restores the key')
  return { guestKey, link: new URL(link) }
}

const pressButton = (link: URL) =>
  callRaw(paths.restorePass, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: link.searchParams.toString(),
  })

describe('restore-pass', () => {
  test('POST redirects to live chat with the guest key in the fragment', async () => {
    const { guestKey, link } = await createGuest()
    const reply = await pressButton(link)
    expect(reply.status).toBe(303)
    expect(landing(reply)).toMatchObject({
      path: paths.liveChat,
      query: {},
      fragment: { guest_key: guestKey },
    })
  })

  test('GET and HEAD show no key and change nothing', async () => {
    const { guestKey, link } = await createGuest()
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await callRaw(`${link.pathname}${link.search}`, { method })
      expect(JSON.stringify(page.body)).not.toContain(guestKey)
    }
    const page = await callRaw(`${link.pathname}${link.search}`, { method: 'GET' })
    expect(page.status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await callOk(checkGuestAccess, { body: { guest_key: guestKey } })).toMatchObject({ active: true })
  })
})
