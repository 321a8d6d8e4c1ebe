import { expect, test } from 'vitest'
import { completeUpload, createUpload, listLibraryFiles } from '#shared/contract/library.ts'
import { call, callOk } from '#test/kit/call.ts'
import { clock } from '#test/kit/clock.ts'
import { withFaults } from '#test/kit/faults.ts'
import { given } from '#test/kit/given.ts'
import { runSchedule } from '#test/kit/schedule.ts'
import { objects } from '#test/kit/stored.ts'
import { aForm, aPdf, post, tidyUp, upload } from '#test/kit/upload.ts'

test('finish-library-files lists a new and a replaced file whose requests died after the copy', async () => {
  const as = await given.admin()
  const replaced = await upload(as, 'Replaced.pdf')
  const file = { kind: 'guides', name: 'Replaced.pdf', type: '', size: aPdf.length + 1 } as const
  const forms = [await aForm(as), await callOk(createUpload, { as, body: { ...file, replaces: replaced } })]
  const tenMinutesAgo = new Date((await clock.now()).getTime() - 10 * 60_000).toISOString()
  for (const [index, form] of forms.entries()) {
    await post(form, Buffer.concat([aPdf, Buffer.from('\n'.repeat(index))]))
    const dies = { service: 's3', action: 'CopyObject', dropResponse: true } as const
    await clock.at(tenMinutesAgo, () =>
      withFaults([dies], () => call(completeUpload, { as, body: { path: form.path } })),
    )
  }
  expect(await runSchedule('finish-library-files')).toMatchObject({ finished: expect.any(Number) })
  const { data } = await callOk(listLibraryFiles, { as })
  const paths = forms.map(({ path }) => path)
  expect(data.map(({ name }) => `library/${name}`)).toEqual(expect.arrayContaining(paths))
  for (const { fields } of forms) expect(await objects(fields['key'] ?? '')).toEqual([])
  // The last run deletes stored files once more, in case an upload was still copying them.
  await clock.at(tenMinutesAgo, () => tidyUp(as, ...paths))
  await runSchedule('finish-library-files')
  for (const path of paths) expect(await objects(path)).toEqual([])
})
