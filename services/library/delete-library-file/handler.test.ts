import { expect, test } from 'vitest'
import {
  createDownload,
  deleteLibraryFile,
  listLibraryFiles,
  saveFileTitle,
} from '../../../shared/contract/library.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'
import { objects, stored } from '../../../test/kit/stored.ts'
import { tidyUp, upload } from '../../../test/kit/upload.ts'

test('takes a file off the library: list, content and title', async () => {
  const as = await given.admin()
  const path = await upload(as, 'Old.pdf')
  await callOk(saveFileTitle, { as, body: { path, title: 'Out of date', description: null } })
  await callOk(deleteLibraryFile, { as, body: { path } })
  const { data } = await callOk(listLibraryFiles, { as })
  expect(data.map(({ name }) => `library/${name}`)).not.toContain(path)
  expect(await objects(path)).toEqual([])
  expect(await stored('library', `title#${path}`)).toEqual([])
  expect(await call(createDownload, { as, body: { path } })).toMatchObject(refusal('not_found'))
})

test('sent twice, or for a file that never was, changes nothing more', async () => {
  const as = await given.admin()
  const path = await upload(as, 'Gone.pdf')
  for (let i = 0; i < 2; i += 1) expect(await callOk(deleteLibraryFile, { as, body: { path } })).toEqual({})
})

test('finishes at the second attempt what a failure interrupted', async () => {
  const as = await given.admin()
  const path = await upload(as, 'Half.pdf')
  await withFaults([{ service: 's3', action: 'DeleteObject', error: 'InternalError' }], async () =>
    expect(await call(deleteLibraryFile, { as, body: { path } })).toMatchObject({ status: 500 }),
  )
  await callOk(deleteLibraryFile, { as, body: { path } })
  expect(await objects(path)).toEqual([])
})

test.each([{}, { path: 'library/' }, { path: '../library/guides_1_a.pdf' }, { path: 'site/index.html' }])(
  'refuses %j',
  async (body) => {
    expect(await callWrongly(deleteLibraryFile, { as: await given.admin(), body })).toMatchObject({
      status: 400,
    })
  },
)

test('refuses members, and the file stays', async () => {
  const admin = await given.admin()
  const path = await upload(admin, 'Stays.pdf')
  expect(await call(deleteLibraryFile, { as: await given.monthlyMember(), body: { path } })).toMatchObject(
    refusal('forbidden'),
  )
  expect(await objects(path)).toHaveLength(1)
  await tidyUp(admin, path)
})

test('turns away who is not signed in', async () => {
  expect(await call(deleteLibraryFile, { body: { path: 'library/guides_1_a.pdf' } })).toMatchObject(
    unauthorized,
  )
})
