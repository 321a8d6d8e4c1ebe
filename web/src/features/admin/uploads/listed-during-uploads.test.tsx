// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { post } from './testing/post.ts'
import { complete, form, inEmptyQueue, pdf } from './testing/upload-queue.ts'
import { libraryOf, openUploads, press } from './testing/uploads-page.tsx'
import { uploadQueue } from './upload-queue.ts'

inEmptyQueue()

const before = ['guides_1_Gas.pdf']
const after = [...before, 'guides_2_Rent.pdf']
const showNew = () => screen.queryByRole('button', { name: 'Show new guides in the list' })

test('the list shows the files that were added while others are still being uploaded on request', async () => {
  openUploads(before, {
    '/functions/get-library': [{ body: libraryOf(before) }, { body: libraryOf(after) }],
    '/functions/create-upload': [form('guides_2_Rent.pdf'), form('guides_3_Pets.pdf')],
    ...complete,
  })
  await screen.findByText('1 of 1 files')
  act(() => uploadQueue.add('guides', [pdf('Rent.pdf'), pdf('Pets.pdf')]))
  const first = await post(0)
  expect(showNew()).toBeNull()
  first.respond(204)
  await post(1)
  // The rows of the list do not move by themselves: the admin may be about to press one of their buttons.
  expect(screen.getByText('1 of 1 files')).toBeTruthy()
  await press('Show new guides in the list')
  expect(await screen.findByText('2 of 2 files')).toBeTruthy()
  expect(screen.getByLabelText('Select Rent.pdf')).toBeTruthy()
  await waitFor(() => expect(showNew()).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Choose guides')))
})

test('there is no button once all uploads have ended, even if one has failed', async () => {
  openUploads(before, {
    '/functions/create-upload': [form('guides_2_Rent.pdf'), form('guides_3_Pets.pdf')],
    ...complete,
  })
  await screen.findByText('1 of 1 files')
  act(() => uploadQueue.add('guides', [pdf('Rent.pdf'), pdf('Pets.pdf')]))
  ;(await post(0)).respond(204)
  const last = await post(1)
  expect(showNew()).toBeTruthy()
  last.respond(400)
  await screen.findByText('1 of 2 uploaded, 1 failed')
  expect(showNew()).toBeNull()
})

test('the list can show new guides while only templates are still being uploaded', async () => {
  openUploads(before, {
    '/functions/create-upload': [form('guides_2_Rent.pdf'), form('templates_3_Notice.pdf')],
    ...complete,
  })
  await screen.findByText('1 of 1 files')
  act(() => {
    uploadQueue.add('guides', [pdf('Rent.pdf')])
    uploadQueue.add('templates', [pdf('Notice.pdf')])
  })
  ;(await post(0)).respond(204)
  const last = await post(1)
  expect(showNew()).toBeTruthy()
  last.respond(400)
  await waitFor(() => expect(showNew()).toBeNull())
})
