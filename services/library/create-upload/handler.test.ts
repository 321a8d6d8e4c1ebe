import { describe, expect, test } from 'vitest'
import { createUpload, listLibraryFiles } from '#shared/contract/library.ts'
import { callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { given } from '#test/kit/given.ts'
import { objects } from '#test/kit/stored.ts'
import { aForm, aPdf, post } from '#test/kit/upload.ts'

const aGuide = { kind: 'guides', name: 'Sample.pdf', type: 'application/pdf', size: aPdf.length } as const

describe('create-upload', () => {
  test('returns an upload form whose path contains kind, time and name', async () => {
    const form = await callOk(createUpload, {
      as: await given.admin(),
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

  test('returns a form with which the storage accepts the declared size only, to the byte', async () => {
    const form = await aForm(await given.admin())
    for (const bytes of [aPdf.subarray(1), Buffer.concat([aPdf, Buffer.from('x')])])
      expect((await post(form, bytes)).status).toBe(400)
    expect((await post(form, aPdf)).status).toBe(204)
  })
})
