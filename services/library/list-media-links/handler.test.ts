import { expect, test } from 'vitest'
import { listMediaLinks } from '../../../shared/contract/library.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'

test('lists the active videos for members, newest first, the same each time', async () => {
  const as = await given.monthlyMember()
  const { data } = await callOk(listMediaLinks, { as })
  expect(data.length).toBeGreaterThanOrEqual(6)
  const times = data.map((link) => link.created_at)
  expect(times).toEqual(times.toSorted().toReversed())
  for (const link of data)
    expect(Object.keys(link).toSorted()).toEqual(['created_at', 'id', 'title', 'url', 'video_id'])
  expect(await callOk(listMediaLinks, { as })).toEqual({ data })
})

test('shows admins what members do not see', async () => {
  const members = (await callOk(listMediaLinks, { as: await given.monthlyMember() })).data
  const admins = (await callOk(listMediaLinks, { as: await given.admin() })).data
  expect(admins).toEqual(expect.arrayContaining(members))
  expect(admins.length).toBeGreaterThan(members.length)
})

test('refuses a body that is no object', async () => {
  expect(await callWrongly(listMediaLinks, { as: await given.monthlyMember(), body: [] })).toMatchObject(
    refusal('validation_failed'),
  )
})

test('refuses who does not subscribe', async () => {
  expect(await call(listMediaLinks, { as: await given.user() })).toMatchObject(refusal('forbidden'))
})

test('turns away who is not signed in', async () => {
  expect(await call(listMediaLinks)).toMatchObject(unauthorized)
})
