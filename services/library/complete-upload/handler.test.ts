import { describe, expect, test } from 'vitest'
import { completeUpload, createDownload, listLibraryFiles } from '#shared/contract/library.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { objects } from '#test/kit/stored.ts'
import { aForm, aPdf, post, tidyUp, upload } from '#test/kit/upload.ts'

const names = async (as: { accessToken: string }) =>
  (await callOk(listLibraryFiles, { as })).data.map(({ name }) => `library/${name}`)

describe('complete-upload', () => {
  test('lists the uploaded file, which members can then download', async () => {
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

  test('lists a second upload of the same name as another file', async () => {
    const as = await given.admin()
    const paths = [await upload(as, 'Twice.pdf'), await upload(as, 'Twice.pdf')]
    expect(new Set(paths).size).toBe(2)
    expect(await names(as)).toEqual(expect.arrayContaining(paths))
    await tidyUp(as, ...paths)
  })

  test('lists the file once when sent twice', async () => {
    const as = await given.admin()
    const path = await upload(as, 'Once.pdf')
    expect(await callOk(completeUpload, { as, body: { path } })).toEqual({ path })
    expect((await names(as)).filter((name) => name === path)).toHaveLength(1)
    await tidyUp(as, path)
  })

  test.each([
    ['setup.pdf', Buffer.from('MZ\x90\x00 a program', 'latin1')],
    ['page.png', Buffer.from('<script>alert(1)</script>')],
    ['letter.docx', Buffer.from('PK\x03\x04 an archive without a document', 'latin1')],
  ])('deletes %s when its content has another type', async (name, bytes) => {
    const as = await given.admin()
    const form = await aForm(as, name, bytes.length)
    expect((await post(form, bytes)).status).toBe(204)
    const { status, body } = await call(completeUpload, { as, body: { path: form.path } })
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'file_rejected' } } })
    expect(await names(as)).not.toContain(form.path)
    expect(await objects(form.path)).toEqual([])
    expect(await objects(form.fields['key'] ?? '')).toEqual([])
  })

  test('returns not_found for an upload that was never received', async () => {
    const as = await given.admin()
    const { path } = await aForm(as)
    expect(await call(completeUpload, { as, body: { path } })).toMatchObject(apiError('not_found'))
  })

  test('completes the upload at a retry after an error', async () => {
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
    'rejects %j',
    async (body) => {
      expect(await callWrongly(completeUpload, { as: await given.admin(), body })).toMatchObject({
        status: 400,
      })
    },
  )

  test('rejects members', async () => {
    const { path } = await aForm(await given.admin())
    expect(await call(completeUpload, { as: await given.monthlyMember(), body: { path } })).toMatchObject(
      apiError('forbidden'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(completeUpload, { body: { path: 'library/guides_1_a.pdf' } })).toMatchObject(
      unauthorized,
    )
  })
})
