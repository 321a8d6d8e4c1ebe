import { expect, test } from 'vitest'
import { completeUpload, createDownload, listLibraryFiles } from '../../../shared/contract/library.ts'
import { call, callOk, callWrongly } from '../../../test/kit/call.ts'
import { withFaults } from '../../../test/kit/faults.ts'
import { given } from '../../../test/kit/given.ts'
import { refusal, unauthorized } from '../../../test/kit/refusal.ts'
import { objects } from '../../../test/kit/stored.ts'
import { aForm, aPdf, post, tidyUp, upload } from '../../../test/kit/upload.ts'

const names = async (as: { accessToken: string }) =>
  (await callOk(listLibraryFiles, { as })).data.map(({ name }) => `library/${name}`)

test('lists what was uploaded, and members can open it', async () => {
  const admin = await given.admin()
  const path = await upload(admin, 'Deposit – what to do.pdf')
  const as = await given.monthlyMember()
  expect(await names(as)).toContain(path)
  const { url } = await callOk(createDownload, { as, body: { path } })
  const file = await fetch(url)
  expect(Buffer.from(await file.arrayBuffer()).equals(aPdf)).toBe(true)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  expect(await objects(path.replace('library', 'quarantine'))).toEqual([])
  await tidyUp(admin, path)
})

test('an upload of the same name stands beside the first', async () => {
  const as = await given.admin()
  const paths = [await upload(as, 'Twice.pdf'), await upload(as, 'Twice.pdf')]
  expect(new Set(paths).size).toBe(2)
  expect(await names(as)).toEqual(expect.arrayContaining(paths))
  await tidyUp(as, ...paths)
})

test('sent twice, lists the file once', async () => {
  const as = await given.admin()
  const path = await upload(as, 'Once.pdf')
  expect(await callOk(completeUpload, { as, body: { path } })).toEqual({ path })
  expect((await names(as)).filter((name) => name === path)).toHaveLength(1)
  await tidyUp(as, path)
})

test.each([
  ['setup.pdf', Buffer.from('MZ\x90\x00 a program', 'latin1')],
  ['page.png', Buffer.from('<script>alert(1)</script>')],
  ['letter.docx', Buffer.from('PK\x03\x04 an archive without a letter', 'latin1')],
])('throws away %s when its content is something else', async (name, bytes) => {
  const as = await given.admin()
  const form = await aForm(as, name, bytes.length)
  expect((await post(form, bytes)).status).toBe(204)
  const { status, body } = await call(completeUpload, { as, body: { path: form.path } })
  expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'file_rejected' } } })
  expect(await names(as)).not.toContain(form.path)
  expect(await objects(form.path)).toEqual([])
  expect(await objects(form.fields['key'] ?? '')).toEqual([])
})

test('knows nothing of an upload that never came', async () => {
  const as = await given.admin()
  const { path } = await aForm(as)
  expect(await call(completeUpload, { as, body: { path } })).toMatchObject(refusal('not_found'))
})

test('finishes at the second attempt what a failure interrupted', async () => {
  const as = await given.admin()
  const form = await aForm(as)
  await post(form, aPdf)
  const body = { path: form.path }
  const fault = { service: 'dynamodb', action: 'TransactWriteItems', error: 'InternalServerError' } as const
  await withFaults([fault], async () =>
    expect(await call(completeUpload, { as, body })).toMatchObject({ status: 500 }),
  )
  expect(await names(as)).not.toContain(form.path)
  await callOk(completeUpload, { as, body })
  expect(await names(as)).toContain(form.path)
  await tidyUp(as, form.path)
})

test.each([{}, { path: 'quarantine/guides_1_a.pdf' }, { path: 'library/guides_1/../../a.pdf' }])(
  'refuses %j',
  async (body) => {
    expect(await callWrongly(completeUpload, { as: await given.admin(), body })).toMatchObject({
      status: 400,
    })
  },
)

test('refuses members', async () => {
  const { path } = await aForm(await given.admin())
  expect(await call(completeUpload, { as: await given.monthlyMember(), body: { path } })).toMatchObject(
    refusal('forbidden'),
  )
})

test('turns away who is not signed in', async () => {
  expect(await call(completeUpload, { body: { path: 'library/guides_1_a.pdf' } })).toMatchObject(unauthorized)
})
