import { expect, test } from 'vitest'
import { completeUpload, createUpload, listLibraryFiles } from '#shared/contract/library.ts'
import { call, callOk, type SignedInUser } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { objects } from '#test/kit/stored.ts'
import { aForm, aPdf, post, tidyUp, upload } from '#test/kit/upload.ts'

const tenMinutesAgo = async <T>(act: () => Promise<T>): Promise<T> =>
  clock.at(new Date((await clock.now()).getTime() - 10 * 60_000).toISOString(), act)

/** Uploads a new file and a replacement whose requests are interrupted after the copy. */
const interruptedUploads = async (as: SignedInUser) => {
  const replaced = await upload(as, 'Replaced.pdf')
  const newer = Buffer.concat([aPdf, Buffer.from('\n')])
  const file = {
    kind: 'guides',
    name: 'Newer.pdf',
    type: '',
    size: newer.length,
    replaces: replaced,
  } as const
  const uploads = [
    { form: await aForm(as), bytes: aPdf },
    { form: await callOk(createUpload, { as, body: file }), bytes: newer },
  ]
  for (const { form, bytes } of uploads) {
    await post(form, bytes)
    const lostResponse = { service: 's3', action: 'CopyObject', dropResponse: true } as const
    const { status } = await withFaults([lostResponse], () =>
      call(completeUpload, { as, body: { path: form.path } }),
    )
    expect(status).toBe(500)
  }
  return uploads.map(({ form }) => form)
}

test('finish-library-files lists a new and a replaced file whose requests were interrupted after the copy', async () => {
  const { as, forms } = await tenMinutesAgo(async () => {
    const admin = await given.admin()
    return { as: admin, forms: await interruptedUploads(admin) }
  })
  await runSchedule('finish-library-files')
  const { data } = await callOk(listLibraryFiles, { as })
  const paths = forms.map(({ path }) => path)
  expect(data.map(({ name }) => `library/${name}`)).toEqual(expect.arrayContaining(paths))
  for (const { fields } of forms) expect(await objects(fields['key'] ?? '')).toEqual([])
  // The next run deletes stored files once more, in case an upload was still copying them.
  await tenMinutesAgo(() => tidyUp(as, ...paths))
  await runSchedule('finish-library-files')
  for (const path of paths) expect(await objects(path)).toEqual([])
})
