// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { chooseGuides } from './testing/choose-guides.tsx'
import { post } from './testing/post.ts'
import { inEmptyQueue, states } from './testing/upload-queue.ts'
import { uploadQueue } from './upload-queue.ts'

inEmptyQueue()

const button = (name: string) => screen.findByRole('button', { name })
const focusInput = () => screen.getByLabelText('Choose guides')
/** Time for the effects of a change, which could move the focus. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

describe('the focus in the list of uploads', () => {
  test('does not return to a row after a click outside the main part of the page', async () => {
    await chooseGuides(2)
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
    await chooseGuides(21)
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
      await chooseGuides(name === 'Cancel all waiting' ? 3 : 21)
      ;(await button(name)).focus()
      ;(await post(0)).respond(204)
      await post(1)
      await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(focusInput()))
    },
  )
})
