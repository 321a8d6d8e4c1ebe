// @vitest-environment jsdom
import { act, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { fakeServer } from '#web/lib/testing/fake-server.ts'
import { post } from './testing/post.ts'
import { complete, form, inEmptyQueue, pdf, states } from './testing/upload-queue.ts'
import { UploadCard } from './upload-card.tsx'
import { uploadQueue } from './upload-queue.ts'

inEmptyQueue()

const button = (name: string) => screen.findByRole('button', { name })
const focusInput = () => screen.getByLabelText('Choose guides')
/** Time for the effects of a change, which could move the focus. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

/** Chooses this many guides. */
const choose = async (count: number) => {
  fakeServer({ '/functions/create-upload': form('a'), ...complete })
  const names = Array.from({ length: count }, (_, i) => `${i + 1}.pdf`)
  render(<UploadCard kind="guides" />)
  act(() => uploadQueue.add('guides', names.map(pdf)))
  await post(0)
}

describe('the focus in the list of uploads', () => {
  test('does not return to a row after a click outside the main part of the page', async () => {
    await choose(2)
    const cancel = await button('Cancel 1.pdf')
    cancel.focus()
    act(() => cancel.blur())
    const first = await post(0)
    act(() => first.reach(50, 100))
    await settle()
    expect(document.activeElement).toBe(document.body)
    first.respond(204)
    await waitFor(() => expect(states()).toEqual(['done', 'sending']))
    await settle()
    expect(document.activeElement).toBe(document.body)
  })

  test('moves to the choice of files when the last row disappears', async () => {
    await choose(21)
    act(() => uploadQueue.cancelWaiting(uploadQueue.get()))
    act(() => uploadQueue.clear(uploadQueue.get()))
    const cancel = await button('Cancel 1.pdf')
    cancel.focus()
    ;(await post(0)).respond(204)
    await waitFor(() => expect(states()).toEqual(['done']))
    await waitFor(() => expect(document.activeElement).toBe(focusInput()))
    expect(screen.queryByRole('list')).toBeNull()
  })

  test.each(['Show more of 21', 'Cancel all waiting'])(
    'moves to the choice of files when a button is no longer needed: %s',
    async (name) => {
      await choose(name === 'Cancel all waiting' ? 3 : 21)
      ;(await button(name)).focus()
      ;(await post(0)).respond(204)
      await post(1)
      await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(focusInput()))
    },
  )
})
