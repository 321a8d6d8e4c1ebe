// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { translatePage } from '#web/lib/testing/translate-page.ts'
import { chooseGuides } from './testing/choose-guides.tsx'
import { openUploads, press, select } from './testing/uploads-page.tsx'
import { post } from './testing/post.ts'
import { complete, form, inEmptyQueue, pdf } from './testing/upload-queue.ts'
import { StoppedUploads } from './stopped-uploads.tsx'
import { UploadCard } from './upload-card.tsx'
import { uploadQueue } from './upload-queue.ts'

inEmptyQueue()

describe('the uploads page that a browser has translated', () => {
  test('counts the uploads and shows their states', async () => {
    fakeServer({ '/functions/create-upload': form('a'), ...complete })
    render(<UploadCard kind="guides" />)
    act(() => uploadQueue.add('guides', [pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')]))
    const first = await post(0)
    translatePage()
    first.respond(204)
    await post(1)
    await screen.findByText('1 of 3 uploaded')
    // "Cancel" is hidden: it keeps the height of the row.
    expect(screen.getAllByRole('listitem')[0]?.textContent).toBe('a.pdfCancelUploaded')
    translatePage()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel c.pdf' }))
    expect(screen.getAllByRole('listitem')[2]?.textContent).toBe('c.pdfRetryCancelled')
  })

  test('counts the uploads that are left of many', async () => {
    await chooseGuides(22)
    translatePage()
    act(() => {
      uploadQueue.cancel(uploadQueue.get()[21]?.id ?? 0)
      uploadQueue.clear(uploadQueue.get())
    })
    expect(await screen.findByRole('button', { name: 'Show more of 21' })).toBeTruthy()
  })

  test('counts the uploads that wait in a stopped queue', async () => {
    fakeServer({ '/functions/create-upload': 'unreachable' })
    render(<StoppedUploads />)
    act(() => uploadQueue.add('guides', ['a.pdf', 'b.pdf', 'c.pdf'].map(pdf)))
    await screen.findByText('2 files are waiting. Press Continue to try again.')
    translatePage()
    act(() => uploadQueue.cancel(uploadQueue.get()[2]?.id ?? 0))
    expect(screen.getByText('1 file is waiting. Press Continue to try again.')).toBeTruthy()
  })

  test('counts the files found and the selected ones', async () => {
    openUploads(['guides_1_Gas.pdf', 'guides_2_Deposit.pdf'])
    await screen.findByText('2 of 2 files')
    await select('Gas.pdf')
    await screen.findByText('1 file selected')
    translatePage()
    await userEvent.type(screen.getByLabelText(/^Search titles/), 'gas')
    await waitFor(() => expect(screen.queryByText('1 of 2 files')).toBeTruthy())
    await userEvent.clear(screen.getByLabelText(/^Search titles/))
    await press('Select all files found')
    expect(await screen.findByText('2 files selected')).toBeTruthy()
  })
})
