import { expect, test } from 'vitest'
import { checkGuestAccess } from '../../../shared/contract/passes.ts'
import { call, callOk, callWrongly, newClient } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal } from '../../../test/kit/refusal.ts'

const check = (guest_key: string, from?: string) =>
  callOk(checkGuestAccess, from === undefined ? { body: { guest_key } } : { body: { guest_key }, from })

test('says yes to the key of a paid pass, however often', async () => {
  const { guestKey } = await given.guest()
  for (let i = 0; i < 30; i += 1) expect(await check(guestKey)).toEqual({ active: true })
})

test('says the same no to every other key', async () => {
  const { guestKey } = await given.guest()
  for (const key of [
    '',
    'x',
    'x'.repeat(5000),
    guestKey.slice(0, -1),
    `${guestKey}A`,
    'A'.repeat(43),
    "' OR '1'='1",
  ])
    expect(await check(key)).toEqual({ active: false })
})

test('needs nobody to be signed in, and asks nothing of who is', async () => {
  const { guestKey } = await given.guest()
  const as = await given.user()
  expect(await callOk(checkGuestAccess, { as, body: { guest_key: guestKey } })).toEqual({ active: true })
})

test('stops an address that tries key after key, and goes on for who has one', async () => {
  const [{ guestKey }, from] = [await given.guest(), newClient()]
  for (let i = 0; i < 20; i += 1) expect(await check(`guess-${i}`, from)).toEqual({ active: false })
  expect(await call(checkGuestAccess, { body: { guest_key: 'guess' }, from })).toMatchObject(
    refusal('rate_limited'),
  )
  expect(await check(guestKey, from)).toEqual({ active: true })
})

test.each([{}, { guest_key: 7 }, { guest_key: null }])('refuses %j', async (body) => {
  expect(await callWrongly(checkGuestAccess, { body })).toMatchObject(refusal('validation_failed'))
})
