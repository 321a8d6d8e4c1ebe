import { describe, expect, test } from 'vitest'
import { createUpload, listLibraryFiles } from '#shared/contract/library.ts'
import { maxUploadBytes } from '#shared/values/limits.ts'
import { call, callOk, callWrongly } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { apiError, unauthorized } from '#test/kit/api-error.ts'
import { objects } from '#test/kit/stored.ts'
import { aForm, aPdf, post, postLarge } from '#test/kit/upload.ts'

const aGuide = { kind: 'guides', name: 'Sample.pdf', type: 'application/pdf', size: aPdf.length } as const

describe('create-upload', () => {
  test('returns an upload form whose path contains kind, time and name', async () => {
    const as = await given.admin()
    const form = await callOk(createUpload, {
      as,
      body: { ...aGuide, kind: 'templates', name: 'Rent – 2026.pdf' },
    })
    expect(form.path).toMatch(/^library\/templates_\d{13}_Rent – 2026\.pdf$/)
    expect(form.fields['Content-Type']).toBe('application/pdf')
    expect((await post(form, aPdf)).status).toBe(204)
  })

  test('keeps an uploaded file in quarantine, unlisted, until complete-upload', async () => {
    const as = await given.admin()
    const form = await aForm(as)
    expect((await post(form, aPdf)).status).toBe(204)
    const name = form.path.slice('library/'.length)
    expect(await objects(`quarantine/${name}`)).toHaveLength(1)
    expect(await objects(form.path)).toEqual([])
    const { data } = await callOk(listLibraryFiles, { as })
    expect(data.map((file) => file.name)).not.toContain(name)
  })

  test('returns two working forms when sent twice', async () => {
    const as = await given.admin()
    for (let i = 0; i < 2; i += 1) expect((await post(await aForm(as), aPdf)).status).toBe(204)
  })

  test('returns a form with which the storage accepts no other key, type or signature, and no empty file', async () => {
    const form = await aForm(await given.admin())
    const changed = async (changes: Record<string, string>, bytes = aPdf) =>
      (await post({ ...form, fields: { ...form.fields, ...changes } }, bytes)).status
    expect(await changed({ key: 'library/guides_1_other.pdf' })).toBe(403)
    expect(await changed({ key: `${form.fields['key']}/../x.pdf` })).toBe(403)
    expect(await changed({ 'Content-Type': 'text/html' })).toBe(403)
    expect(await changed({ 'x-amz-meta-extra': 'x' })).toBe(403)
    expect(await changed({ 'X-Amz-Signature': 'f'.repeat(64) })).toBe(403)
    expect(await changed({}, Buffer.alloc(0))).toBe(400)
  })

  test('returns a form that expires after 15 minutes', async () => {
    const form = await aForm(await given.admin())
    const later = new Date((await clock.now()).getTime() + 901_000)
    await clock.at(later.toISOString(), async () => expect((await post(form, aPdf)).status).toBe(403))
  })

  test('returns a form that allows 200 MB and not one byte more', { timeout: 60_000 }, async () => {
    const as = await given.admin()
    expect(await postLarge(await aForm(as, 'Large.pdf', maxUploadBytes), aPdf, maxUploadBytes)).toBe(204)
    expect(await postLarge(await aForm(as, 'Larger.pdf', maxUploadBytes), aPdf, maxUploadBytes + 1)).toBe(400)
  })

  test.each([
    [{ ...aGuide, name: 'setup.exe' }, 'Invalid file type (.exe)'],
    [{ ...aGuide, type: 'text/html' }, 'Invalid MIME type'],
    [{ ...aGuide, size: maxUploadBytes + 1 }, 'File too large (200.1MB, max 200MB)'],
  ])('rejects %j with the reason', async (body, reason) => {
    expect(await call(createUpload, { as: await given.admin(), body })).toMatchObject(
      apiError('file_rejected', reason),
    )
  })

  test.each([{}, { ...aGuide, kind: 'videos' }, { ...aGuide, size: 0 }, { ...aGuide, name: '' }])(
    'rejects %j',
    async (body) => {
      expect(await callWrongly(createUpload, { as: await given.admin(), body })).toMatchObject({
        status: 400,
      })
    },
  )

  test('returns a key inside the quarantine folder, whatever the file name contains', async () => {
    const as = await given.admin()
    for (const name of ['../../config.json.pdf', 'a/b\\c.pdf', '..pdf.pdf', '${filename}.pdf']) {
      const form = await aForm(as, name)
      expect(form.fields['key']).toMatch(/^quarantine\/guides_\d{13}_[^/\\]+\.pdf$/)
      expect(form.fields['key']).not.toMatch(/\.\.|\$\{/)
    }
  })

  test('rejects members', async () => {
    expect(await call(createUpload, { as: await given.monthlyMember(), body: aGuide })).toMatchObject(
      apiError('forbidden'),
    )
  })

  test('rejects anonymous requests', async () => {
    expect(await call(createUpload, { body: aGuide })).toMatchObject(unauthorized)
  })
})
