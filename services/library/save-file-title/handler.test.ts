import { expect, test } from 'vitest'
import { listFileTitles, saveFileTitle } from '../../../shared/contract/library.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'
import { stored } from '../../../test/kit/stored.ts'

const path = 'library/guides_1_Title of a test.pdf'

test('gives a file a title and a description, which members see', async () => {
  const as = await given.admin()
  const title = { path, title: 'Gas safety', description: 'Every <b>year</b>' }
  expect(await callOk(saveFileTitle, { as, body: { ...title, title: '  Gas safety ' } })).toEqual(title)
  const { data } = await callOk(listFileTitles, { as: await given.monthlyMember(), body: { paths: [path] } })
  expect(data).toEqual([title])
  expect(await stored('library', `title#${path}`)).toMatchObject([{ created_by: as.userId }])
})

test('sent twice, keeps the last', async () => {
  const as = await given.admin()
  for (const title of ['First', 'Second', 'Second'])
    await callOk(saveFileTitle, { as, body: { path, title, description: null } })
  expect(await stored('library', `title#${path}`)).toMatchObject([{ title: 'Second', description: null }])
})

test.each([{ title: '', description: '   ' }, { title: null, description: null }, {}])(
  'keeps %j as no text at all',
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
])('refuses %j', async (body) => {
  expect(await callWrongly(saveFileTitle, { as: await given.admin(), body })).toMatchObject({ status: 400 })
})

test('refuses members', async () => {
  const as = await given.monthlyMember()
  expect(await call(saveFileTitle, { as, body: { path, title: 'Mine' } })).toMatchObject(refusal('forbidden'))
})

test('turns away who is not signed in', async () => {
  expect(await call(saveFileTitle, { body: { path, title: 'Mine' } })).toMatchObject(unauthorized)
})
