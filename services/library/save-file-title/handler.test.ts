import { describe, expect, test } from 'vitest'
import { listFileTitles, saveFileTitle } from '#shared/contract/library.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { stored } from '#test/kit/stored.ts'

const path = 'library/guides_1_Title of a test.pdf'

describe('save-file-title', () => {
  test('saves a title and a description, which members can read', async () => {
    const as = await given.admin()
    const title = { path, title: 'Gas safety', description: 'Every <b>year</b>' }
    expect(await callOk(saveFileTitle, { as, body: { ...title, title: '  Gas safety ' } })).toEqual(title)
    const { data } = await callOk(listFileTitles, {
      as: await given.monthlyMember(),
      body: { paths: [path] },
    })
    expect(data).toEqual([title])
    expect(await stored('library', `title#${path}`)).toMatchObject([{ created_by: as.userId }])
  })

  test('keeps the last title when sent twice', async () => {
    const as = await given.admin()
    for (const title of ['First', 'Second', 'Second'])
      await callOk(saveFileTitle, { as, body: { path, title, description: null } })
    expect(await stored('library', `title#${path}`)).toMatchObject([{ title: 'Second', description: null }])
  })

  test.each([{ title: '', description: '   ' }, { title: null, description: null }, {}])(
    'stores %j as null',
    async (texts) => {
      const as = await given.admin()
      await callOk(saveFileTitle, { as, body: { path, ...texts } })
      expect(await stored('library', `title#${path}`)).toMatchObject([{ title: null, description: null }])
    },
  )

  test.each([
    {},
    { path: 'library/other_1_a.pdf', title: 'x' },
    { path, title: 'x'.repeat(201) },
    { path, description: 'x'.repeat(1001) },
  ])('rejects %j', async (body) => {
    expect(await callWrongly(saveFileTitle, { as: await given.admin(), body })).toMatchObject({ status: 400 })
  })

  test('rejects members', async () => {
    const as = await given.monthlyMember()
    expect(await call(saveFileTitle, { as, body: { path, title: 'Mine' } })).toMatchObject(
      apiError('forbidden'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(saveFileTitle, { body: { path, title: 'Mine' } })).toMatchObject(unauthorized)
  })
})
