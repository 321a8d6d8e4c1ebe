// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { chooseGuides } from './testing/choose-guides.tsx'
import { post } from './testing/post.ts'
import { inEmptyQueue, states } from './testing/upload-queue.ts'

inEmptyQueue()

const button = (name: string) => screen.findByRole('button', { name })
const focusInput = () => screen.getByLabelText('Choose guides')
/** Time for the effects of a change, which could move the focus. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))
/** Lets all uploads on the page succeed. */
const endRows = async () => {
  for (let i = 0; i < 20; i += 1) (await post(i)).respond(204)
  await post(20)
}

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

  test('moves to the row of an upload that is done', async () => {
    await chooseGuides(21)
    ;(await button('Cancel 1.pdf')).focus()
    ;(await post(0)).respond(204)
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('listitem')[0]))
  })

  test('moves to the upload that takes the row', async () => {
    await chooseGuides(22)
    ;(await button('Cancel 1.pdf')).focus()
    await endRows()
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel 21.pdf' })),
    )
  })

  test.each(['Show more of 21', 'Cancel all waiting'])(
    'moves to the choice of files when a button is no longer needed: %s',
    async (name) => {
      const areMany = name !== 'Cancel all waiting'
      await chooseGuides(areMany ? 21 : 3)
      ;(await button(name)).focus()
      if (areMany) await endRows()
      else (await post(0)).respond(204)
      await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(focusInput()))
    },
  )
})
