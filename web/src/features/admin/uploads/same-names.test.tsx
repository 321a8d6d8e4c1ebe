// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { takeNotices } from '#web/ui/toast.ts'
import { post } from './testing/post.ts'
import { complete, form, inEmptyQueue, pdf } from './testing/upload-queue.ts'
import { openUploads } from './testing/uploads-page.tsx'

inEmptyQueue()

/** Opens the page with one guide, and chooses files. */
const choose = async (label: string, ...files: readonly File[]) => {
  const input = await screen.findByLabelText<HTMLInputElement>(label)
  await userEvent.upload(input, [...files])
}
const titles = () => takeNotices().map(({ title }) => title)

describe('files with the name of another', () => {
  beforeEach(async () => {
    openUploads(['guides_1_Siân’s gas check.pdf'], {
      '/functions/create-upload': [form('guides_2_a.pdf'), form('guides_3_b.pdf'), form('guides_4_c.pdf')],
      ...complete,
    })
    await screen.findByText('1 of 1 files')
  })

  test('a notice counts chosen files that the library already has', async () => {
    await choose('Choose guides', pdf('Sia\u0302n’s gas check.pdf'), pdf('Rent.pdf'))
    expect(titles()).toEqual(['1 file has the same name as one of the guides'])
    await post(0)
  })

  test('counts files that are still being uploaded, or were added since the list was loaded', async () => {
    await choose('Choose guides', pdf('Rent.pdf'), pdf('Pets.pdf'))
    expect(titles()).toEqual([])
    ;(await post(0)).respond(204)
    await post(1)
    await choose('Choose guides', pdf('Rent.pdf'), pdf('Pets.pdf'), pdf('New.pdf'))
    expect(titles()).toEqual(['2 files have the same names as other guides'])
  })

  test('does not count files of the other kind', async () => {
    await choose('Choose templates', pdf('Siân’s gas check.pdf'))
    expect(titles()).toEqual([])
    await post(0)
  })
})
