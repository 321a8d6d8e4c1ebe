import { describe, expect, test } from 'vitest'
import { keys } from '#platform/table/keys.ts'
import { remove } from '#platform/table/write.ts'
import { libraryEmailsInMemory, now } from '#test/kit/in-memory/library-emails.ts'
import { handle as stop } from './handler.ts'

describe('the link that stops the emails', () => {
  const request = (method: string, query: object, body = '') => ({
    method,
    query: new URLSearchParams({ ...query }),
    bytes: Buffer.from(body),
    now,
  })

  const aSubscriber = async () => {
    const { emails, choose, isOn, ...world } = await libraryEmailsInMemory()
    await choose(true)
    const [record] = await emails.list()
    const link = { account: record?.user_id ?? '', token: record?.stop_token ?? '' }
    const press = (...of: Parameters<typeof request>) => stop(request(...of), { emails })
    return { ...world, link, choose, isOn, press }
  }

  test('changes nothing when it is opened, and stops the emails by the button, once or twice', async () => {
    const { link, isOn, press } = await aSubscriber()
    const opened = await press('GET', link)
    expect(opened.body).toContain(link.token)
    expect(await isOn()).toEqual({ on: true })
    const fields = new URLSearchParams(link).toString()
    for (let i = 0; i < 2; i += 1) expect(await press('POST', {}, fields)).toMatchObject({ statusCode: 200 })
    expect(await isOn()).toEqual({ on: false })
  })

  test('stops them without a person, as mail programs ask', async () => {
    const { link, isOn, press } = await aSubscriber()
    expect(await press('POST', link, 'List-Unsubscribe=One-Click')).toMatchObject({ statusCode: 200 })
    expect(await isOn()).toEqual({ on: false })
  })

  test.each([{ token: 'another' }, { account: '' }, { token: 'x'.repeat(101) }])(
    'is rejected with %j, and the emails stay on',
    async (wrong) => {
      const { link, isOn, press } = await aSubscriber()
      expect(await press('POST', { ...link, ...wrong })).toMatchObject({ statusCode: 400 })
      expect(await isOn()).toEqual({ on: true })
    },
  )

  test('of an earlier email stops them after they were switched off and on again', async () => {
    const { link, choose, isOn, press } = await aSubscriber()
    for (const on of [false, true]) await choose(on)
    expect(await isOn()).toEqual({ on: true })
    expect(await press('POST', link)).toMatchObject({ statusCode: 200 })
    expect(await isOn()).toEqual({ on: false })
  })

  test('is accepted while they are off only with the right token', async () => {
    const { link, choose, isOn, press } = await aSubscriber()
    await choose(false)
    expect(await press('POST', { ...link, token: 'another' })).toMatchObject({ statusCode: 400 })
    expect(await press('POST', link)).toMatchObject({ statusCode: 200 })
    expect(await isOn()).toEqual({ on: false })
  })

  test('is accepted for an account without a record, which gets no emails', async () => {
    const { link, isOn, member, table, press } = await aSubscriber()
    await table.transact(remove(keys.libraryEmails(member.userId)))
    expect(await press('POST', link)).toMatchObject({ statusCode: 200 })
    expect(await isOn()).toEqual({ on: false })
    expect(await table.list(keys.profile(member.userId).pk, 'library-emails')).toEqual([])
  })
})
