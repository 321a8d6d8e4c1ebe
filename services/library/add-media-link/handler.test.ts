import { describe, expect, test } from 'vitest'
import { addMediaLink, deleteMediaLink, listMediaLinks } from '#shared/contract/library.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('add-media-link', () => {
  test('adds a video from any form of its link and stores the standard link', async () => {
    const as = await given.admin()
    const url = 'https://youtu.be/addTest0001?si=tracking'
    const added = await callOk(addMediaLink, { as, body: { url, title: ' Check-in day ' } })
    expect(added).toMatchObject({
      title: 'Check-in day',
      video_id: 'addTest0001',
      url: 'https://www.youtube.com/watch?v=addTest0001',
    })
    const { data } = await callOk(listMediaLinks, { as: await given.monthlyMember() })
    expect({ ...data[0], outcome: 'added' }).toEqual(added)
    await callOk(deleteMediaLink, { as, body: { id: added.id } })
  })
})
