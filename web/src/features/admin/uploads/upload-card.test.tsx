// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { signedInAs } from '#web/lib/testing/tokens.ts'
import { takeNotices } from '#web/ui/toast.ts'
import { UploadCard } from './upload-card.tsx'
import { uploadQueue } from './upload-queue.ts'

/** A storage that never responds. */
class SilentPost extends EventTarget {
  readonly upload = new EventTarget()
  open = () => undefined
  send = () => undefined
  abort = () => this.dispatchEvent(new Event('abort'))
}

inFreshBrowser(() => {
  takeNotices()
  vi.stubGlobal('XMLHttpRequest', SilentPost)
  signedInAs()
})

const button = (name: string) => screen.findByRole('button', { name })
const pdf = (name: string) => new File(['%PDF-'], name, { type: 'application/pdf' })

test('keeps the focus on an upload that is cancelled and retried, and then on the choice of files', async () => {
  fakeServer({
    '/functions/create-upload': {
      body: {
        url: 'https://files.example/',
        fields: {},
        path: 'library/a',
        startedAt: '2027-03-01T10:00:00.000Z',
      },
    },
  })
  render(<UploadCard kind="templates" />)
  act(() => uploadQueue.add('templates', [pdf('a.pdf'), pdf('b.pdf')]))
  await userEvent.click(await button('Cancel b.pdf'))
  expect(document.activeElement).toBe(await button('Retry b.pdf'))
  await userEvent.click(await button('Retry b.pdf'))
  expect(document.activeElement).toBe(await button('Cancel b.pdf'))
  await userEvent.click(await button('Cancel a.pdf'))
  expect(document.activeElement).toBe(await button('Retry a.pdf'))
  await userEvent.click(await button('Cancel b.pdf'))
  await button('Retry b.pdf')
  await userEvent.click(await button('Clear finished'))
  expect(screen.queryByRole('list')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Choose templates'))
})

test('moves the focus from the button to the row of an upload that can neither be cancelled nor retried', async () => {
  const { promise: response, resolve: respond } = deferred<Response>()
  vi.stubGlobal('fetch', () => response)
  render(<UploadCard kind="templates" />)
  act(() => uploadQueue.add('templates', [pdf('c.pdf')]))
  ;(await button('Cancel c.pdf')).focus()
  const error = { code: 'validation_failed', message: 'The name is too long.' }
  respond(new Response(JSON.stringify({ error }), { status: 400 }))
  expect(await screen.findByText('The name is too long.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('listitem'))
  await userEvent.click(await button('Dismiss c.pdf'))
  expect(screen.queryByRole('list')).toBeNull()
})

test('dismisses all failed uploads at once', async () => {
  const error = { code: 'validation_failed', message: 'The name is too long.' }
  fakeServer({ '/functions/create-upload': { status: 400, body: { error } } })
  render(<UploadCard kind="templates" />)
  act(() => uploadQueue.add('templates', [pdf('d.pdf')]))
  expect(await button('Dismiss d.pdf')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dismiss all failed' })).toBeNull()
  // Neither upload has finished successfully, so there is nothing else to clear.
  expect(screen.queryByRole('button', { name: 'Clear finished' })).toBeNull()
  act(() => uploadQueue.add('templates', [pdf('e.pdf')]))
  await userEvent.click(await button('Dismiss all failed'))
  expect(screen.queryByRole('list')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Choose templates'))
})
