import { describe, expect, test } from 'vitest'
import { listMediaLinks } from '#shared/contract/library.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('list-media-links', () => {
  test('lists the active videos for members, newest first, the same at every call', async () => {
    const as = await given.monthlyMember()
    const { data } = await callOk(listMediaLinks, { as })
    expect(data.length).toBeGreaterThanOrEqual(6)
    const times = data.map((link) => link.created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    for (const link of data)
      expect(Object.keys(link).toSorted()).toEqual(['created_at', 'id', 'title', 'url', 'video_id'])
    expect(await callOk(listMediaLinks, { as })).toEqual({ data })
  })

  test('includes inactive videos for admins', async () => {
    const members = (await callOk(listMediaLinks, { as: await given.monthlyMember() })).data
    const admins = (await callOk(listMediaLinks, { as: await given.admin() })).data
    expect(admins).toEqual(expect.arrayContaining(members))
    expect(admins.length).toBeGreaterThan(members.length)
  })
})
