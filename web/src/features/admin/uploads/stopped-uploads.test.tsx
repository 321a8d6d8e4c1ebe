// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { toastText } from '#web/ui/testing/shown-toast.ts'
import { takeNotices } from '#web/ui/toast.ts'
import { StoppedUploads } from './stopped-uploads.tsx'
import { post } from './testing/post.ts'
import { asksBeforeClosing, complete, form, inEmptyQueue, pdf, states } from './testing/upload-queue.ts'
import { UploadCard } from './upload-card.tsx'
import { uploadQueue } from './upload-queue.ts'

const error = (status: number, code: string) => ({ status, body: { error: { code, message: 'Sorry.' } } })

inEmptyQueue()

const button = (name: string) => screen.findByRole('button', { name })
const show = () =>
  render(
    <>
      <StoppedUploads />
      <UploadCard kind="guides" />
    </>,
  )
const add = (count: number) =>
  act(() =>
    uploadQueue.add(
      'guides',
      Array.from({ length: count }, (_, n) => pdf(`${n + 1}.pdf`)),
    ),
  )

describe('upload queue without a connection', () => {
  test('stops with one notice, keeps the other files waiting, and continues with the one that failed', async () => {
    fakeServer({ '/functions/create-upload': form('a'), ...complete })
    show()
    add(3)
    const first = await post(0)
    first.lose()
    expect(await screen.findByText(/^2 files are waiting/)).toBeTruthy()
    expect(states()).toEqual(['failed', 'waiting', 'waiting'])
    expect(takeNotices()).toMatchObject([{ title: 'Upload failed: 1.pdf' }])
    expect(asksBeforeClosing()).toBe(true)
    await userEvent.click(await button('Continue'))
    expect(document.activeElement).toBe(screen.getByLabelText('Choose guides'))
    for (const number of [1, 2, 3]) {
      const one = await post(number)
      one.respond(204)
    }
    await vi.waitFor(() => expect(toastText()).toBe('Guides uploaded'))
    expect(states()).toEqual(['done', 'done', 'done'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(takeNotices()).toEqual([])
    expect(asksBeforeClosing()).toBe(false)
  })

  test('continues by itself when the browser is online again', async () => {
    fakeServer({ '/functions/create-upload': ['unreachable', form('a')], ...complete })
    show()
    add(2)
    expect(await screen.findByText(/^1 file is waiting/)).toBeTruthy()
    expect(takeNotices()).toHaveLength(1)
    act(() => void window.dispatchEvent(new Event('online')))
    for (const number of [0, 1]) {
      const one = await post(number)
      one.respond(204)
    }
    await vi.waitFor(() => expect(states()).toEqual(['done', 'done']))
  })

  test.each([error(401, 'unauthorized'), error(403, 'forbidden'), error(429, 'rate_limited')])(
    'stops when the server rejects the admin: %j',
    async (reply) => {
      const seen = fakeServer({ '/functions/create-upload': reply })
      show()
      add(3)
      await button('Continue')
      expect(states()).toEqual(['failed', 'waiting', 'waiting'])
      expect(takeNotices()).toHaveLength(1)
      expect(seen.some(({ path }) => path === '/functions/create-upload')).toBe(true)
    },
  )

  test('does not stop for a failure of one file', async () => {
    fakeServer({ '/functions/create-upload': [error(500, 'internal'), form('a')], ...complete })
    show()
    add(2)
    const second = await post(0)
    second.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['failed', 'done']))
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  })

  test('stops once for a file that the browser cannot read, and then uploads the others', async () => {
    fakeServer({ '/functions/create-upload': form('a'), ...complete })
    show()
    add(2)
    const first = await post(0)
    first.lose()
    await userEvent.click(await button('Continue'))
    const again = await post(1)
    again.lose()
    const second = await post(2)
    second.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['failed', 'done']))
  })

  test('ends when the waiting files are cancelled, and reports those that were uploaded', async () => {
    fakeServer({ '/functions/create-upload': form('a'), ...complete })
    const arrived = vi.fn<() => void>()
    const unsubscribe = uploadQueue.onArrival(arrived)
    show()
    add(3)
    const first = await post(0)
    first.respond(204)
    const second = await post(1)
    second.lose()
    await button('Continue')
    expect(arrived).not.toHaveBeenCalled()
    await userEvent.click(await button('Cancel 3.pdf'))
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
    expect(arrived).toHaveBeenCalledOnce()
    expect(toastText()).toBe('Guides uploaded')
    expect(asksBeforeClosing()).toBe(false)
    unsubscribe()
  })
})

describe('failed uploads', () => {
  const failTwo = async () => {
    fakeServer({
      '/functions/create-upload': [error(500, 'internal'), error(500, 'internal'), form('a')],
      ...complete,
    })
    show()
    add(3)
    const third = await post(0)
    third.respond(204)
    await vi.waitFor(() => expect(states()).toEqual(['failed', 'failed', 'done']))
  }

  test('are retried together', async () => {
    await failTwo()
    await userEvent.click(await button('Retry all failed'))
    expect(document.activeElement).toBe(screen.getByLabelText('Choose guides'))
    for (const number of [1, 2]) {
      const one = await post(number)
      one.respond(204)
    }
    await vi.waitFor(() => expect(states()).toEqual(['done', 'done', 'done']))
    expect(screen.queryByRole('button', { name: 'Retry all failed' })).toBeNull()
  })

  test('stay when the finished ones are cleared, until each is dismissed', async () => {
    await failTwo()
    await userEvent.click(await button('Clear finished'))
    expect(states()).toEqual(['failed', 'failed'])
    await userEvent.click(await button('Dismiss 1.pdf'))
    expect(document.activeElement).toBe(await button('Retry 2.pdf'))
    await userEvent.click(await button('Dismiss 2.pdf'))
    expect(uploadQueue.get()).toEqual([])
    expect(document.activeElement).toBe(screen.getByLabelText('Choose guides'))
  })
})
