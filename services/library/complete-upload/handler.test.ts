import { describe, expect, test } from 'vitest'
import {
  completeUpload,
  createDownload,
  createUpload,
  deleteLibraryFile,
  listLibraryFiles,
} from '#shared/contract/library.ts'
import { call, callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'
import { objects } from '#test/kit/stored.ts'
import { aForm, aPdf, post, tidyUp, upload } from '#test/kit/upload.ts'

const names = async (as: { accessToken: string }) =>
  (await callOk(listLibraryFiles, { as })).data.map(({ name }) => `library/${name}`)

describe('complete-upload', () => {
  test('lists the uploaded file once when sent twice, and members can then download it', async () => {
    const admin = await given.admin()
    const path = await upload(admin, 'Deposit – what to do.pdf')
    expect(await callOk(completeUpload, { as: admin, body: { path } })).toEqual({ path })
    const as = await given.monthlyMember()
    expect((await names(as)).filter((name) => name === path)).toHaveLength(1)
    const { url } = await callOk(createDownload, { as, body: { path } })
    const file = await fetch(url)
    expect(Buffer.from(await file.arrayBuffer()).equals(aPdf)).toBe(true)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(await objects(path.replace('library', 'quarantine'))).toEqual([])
    await tidyUp(admin, path)
  })

  test('replaces a file under its path', async () => {
    const as = await given.admin()
    const path = await upload(as, 'Replaced.pdf')
    const newer = Buffer.from('%PDF-1.7\n% Newer sample of a test\n%%EOF\n')
    const file = { kind: 'guides', name: 'Newer.pdf', type: '', size: newer.length } as const
    const form = await callOk(createUpload, { as, body: { ...file, replaces: path } })
    expect(form.path).toBe(path)
    expect((await post(form, newer)).status).toBe(204)
    await callOk(completeUpload, { as, body: { path } })
    const { url } = await callOk(createDownload, { as, body: { path } })
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(newer)).toBe(true)
    await tidyUp(as, path)
  })

  test('does not list the replacement of a file that was deleted in the meantime', async () => {
    const as = await given.admin()
    const path = await upload(as, 'Deleted.pdf')
    const file = { kind: 'guides', name: 'Newer.pdf', type: '', size: aPdf.length } as const
    const form = await callOk(createUpload, { as, body: { ...file, replaces: path } })
    await callOk(deleteLibraryFile, { as, body: { path } })
    expect((await post(form, aPdf)).status).toBe(204)
    const message = 'The file you wanted to replace has been deleted.'
    expect(await call(completeUpload, { as, body: { path, startedAt: form.startedAt } })).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message } },
    })
    expect(await names(as)).not.toContain(path)
    expect(await objects(form.fields['key'] ?? '')).toEqual([])
  })

  test('stores the thumbnail of a picture, which has a link of its own', async () => {
    const as = await given.admin()
    const png = Buffer.from('\x89PNG\r\n\x1a\n a plan', 'latin1')
    const path = await upload(as, 'Plan.png', png)
    const file = { kind: 'guides', name: 'Plan.png', type: '', size: png.length } as const
    await post(await callOk(createUpload, { as, body: { ...file, replaces: path } }), png)
    const small = Buffer.from('\xff\xd8\xff a small plan', 'latin1')
    await callOk(completeUpload, { as, body: { path, thumbnail: small.toString('base64') } })
    const { url } = await callOk(createDownload, { as, body: { path, thumbnail: true } })
    const thumbnail = await fetch(url)
    expect(thumbnail.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await thumbnail.arrayBuffer()).equals(small)).toBe(true)
    await tidyUp(as, path)
    expect((await fetch(url)).status).not.toBe(200)
  })

  test('deletes a file from storage when its content has another type', async () => {
    const as = await given.admin()
    const program = Buffer.from('MZ\x90\x00 a program', 'latin1')
    const form = await aForm(as, 'setup.pdf', program.length)
    expect((await post(form, program)).status).toBe(204)
    expect(await call(completeUpload, { as, body: { path: form.path } })).toMatchObject({
      status: 400,
      body: { error: { code: 'file_rejected' } },
    })
    expect(await names(as)).not.toContain(form.path)
    expect(await objects(form.path)).toEqual([])
    expect(await objects(form.fields['key'] ?? '')).toEqual([])
  })
})
