// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { keepFocus } from './keep-focus.ts'

afterEach(cleanup)

const Example = ({ inSection }: { inSection: boolean }) => {
  const [failed, setFailed] = useState(true)
  const content = failed ? (
    <button type="button" onClick={keepFocus(() => setFailed(false))}>
      Try again
    </button>
  ) : (
    <p>Loading</p>
  )
  return (
    <main>
      {/* The closed menu of the admin area. It cannot get the focus. */}
      <dialog>
        <h2>Admin menu</h2>
      </dialog>
      <h1>Profile</h1>
      {inSection ? (
        <section>
          <h2>Tickets</h2>
          {content}
        </section>
      ) : (
        content
      )}
    </main>
  )
}

describe('keepFocus', () => {
  test.each([
    ['its section', true, 'Tickets'],
    ['the page', false, 'Profile'],
  ])(
    'moves the focus to the heading of %s when its button disappears',
    async (_place, inSection, heading) => {
      render(<Example inSection={inSection} />)
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
      expect(screen.getByText('Loading')).toBeTruthy()
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: heading })))
    },
  )

  /** A page whose button disappears when it is pressed. */
  const Page = ({ title, action }: { title?: string; action: () => unknown }) => {
    const [failed, setFailed] = useState(true)
    const retry = keepFocus(() => {
      setFailed(false)
      return action()
    })
    return (
      <main tabIndex={-1}>
        {title === undefined ? null : <h1>{title}</h1>}
        {failed ? (
          <button type="button" onClick={retry}>
            Try again
          </button>
        ) : null}
      </main>
    )
  }

  test('does not wait for the end of the action if its button disappears before', async () => {
    render(<Page title="Numbers" action={() => new Promise(() => undefined)} />)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Numbers' })))
  })

  test('moves the focus to a page that has no heading yet', async () => {
    render(<Page action={() => undefined} />)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })
})
