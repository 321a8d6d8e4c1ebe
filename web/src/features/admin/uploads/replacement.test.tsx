// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { forgetToast, toastText } from '#web/ui/testing/shown-toast.ts'
import { takeNotices } from '#web/ui/toast.ts'
import { forgetDeletions } from './tab-deletions.ts'
import { Post, post } from './testing/post.ts'
import { openUploads, press } from './testing/uploads-page.tsx'
import { uploadQueue } from './upload-queue.ts'

inFreshBrowser(() => {
  forgetToast()
  forgetDeletions()
  takeNotices()
  Post.all.length = 0
  vi.stubGlobal('XMLHttpRequest', Post)
})

afterEach(() =>
  act(() => {
    for (const { id } of uploadQueue.get()) uploadQueue.cancel(id)
    uploadQueue.clear(uploadQueue.get())
  }),
)

const names = ['guides_1_Gas.pdf', 'guides_2_Deposits.pdf']
const replies = {
  '/functions/create-upload': {
    body: {
      url: 'https://files.example/',
      fields: {},
      path: `library/${names[0]}`,
      startedAt: '2027-03-01T10:00:00.000Z',
    },
  },
  '/functions/complete-upload': { body: { path: `library/${names[0]}` } },
}
const text = 'New.pdf, replaces Gas.pdf'
const button = (name: string) => screen.findByRole('button', { name })

/** Chooses a file that replaces `Gas.pdf`. */
const replace = async () => {
  const input = await screen.findByLabelText('New version of Gas.pdf')
  await userEvent.upload(input, new File(['%PDF-'], 'New.pdf', { type: 'application/pdf' }))
}
const rowOf = (name: string) =>
  within(screen.getByRole('button', { name: `Replace ${name}` }).closest('li') ?? document.body)

describe('a replacement', () => {
  test('is shown in the row of its file, where it is cancelled, retried and dismissed', async () => {
    openUploads(names, replies)
    await replace()
    const row = rowOf('Gas.pdf')
    expect(row.getByRole('list', { name: 'Replacement of Gas.pdf' }).textContent).toContain(text)
    expect(screen.getAllByText(text)).toHaveLength(1)
    const first = await post(0)
    act(() => first.reach(50, 200))
    expect(row.getByRole('progressbar', { name: `Upload of ${text}` }).ariaValueNow).toBe('25')
    expect(row.getByText('25 %')).toBeTruthy()
    await press(`Cancel ${text}`)
    expect(document.activeElement).toBe(await button(`Retry ${text}`))
    expect(row.getByText('Cancelled')).toBeTruthy()
    await press(`Retry ${text}`)
    expect(document.activeElement).toBe(await button(`Cancel ${text}`))
    const second = await post(1)
    act(() => second.respond(204))
    await waitFor(() => expect(toastText()).toBe(`File replaced / ${text}`))
    expect(row.getByText('Replaced')).toBeTruthy()
    // The button that had the focus no longer exists.
    expect(document.activeElement).toBe(row.getByText(text).closest('li'))
    await press(`Dismiss ${text}`)
    expect(screen.queryByText(text)).toBeNull()
    expect(document.activeElement).toBe(await button('Replace Gas.pdf'))
  })

  test('that failed says why in the row of its file', async () => {
    openUploads(names, {
      ...replies,
      '/functions/complete-upload': {
        status: 400,
        body: { error: { code: 'file_rejected', message: 'This is not a PDF.' } },
      },
    })
    await replace()
    const only = await post(0)
    act(() => only.respond(204))
    expect(await rowOf('Gas.pdf').findByText('This is not a PDF.')).toBeTruthy()
    expect(takeNotices()).toMatchObject([{ title: 'Upload failed: New.pdf', variant: 'destructive' }])
    expect(screen.queryByRole('button', { name: `Retry ${text}` })).toBeNull()
    await press(`Dismiss ${text}`)
    expect(screen.queryByText('This is not a PDF.')).toBeNull()
  })

  test('keeps the row of its file in the list when the search does not find it', async () => {
    openUploads(names, replies)
    await replace()
    await userEvent.type(screen.getByLabelText('Search titles, names and descriptions'), 'deposits')
    expect(await screen.findByText('1 of 2 files')).toBeTruthy()
    await press(`Cancel ${text}`)
    expect(rowOf('Gas.pdf').getByText('Cancelled')).toBeTruthy()
    await press(`Dismiss ${text}`)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Replace Gas.pdf' })).toBeNull())
  })

  test('of a file that is no longer listed is shown with the other uploads', async () => {
    openUploads(names.slice(1), replies)
    await screen.findByRole('button', { name: 'Replace Deposits.pdf' })
    const content = new File(['%PDF-'], 'New.pdf', { type: 'application/pdf' })
    act(() => uploadQueue.add('guides', [content], `library/${names[0]}`))
    const uploads = within(await screen.findByRole('list', { name: 'Uploads of guides' }))
    await userEvent.click(uploads.getByRole('button', { name: `Cancel ${text}` }))
    await press('Clear finished')
    expect(screen.queryByText(text)).toBeNull()
  })
})
