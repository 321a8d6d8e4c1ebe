// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { LoadFailed } from './load-failed.tsx'

afterEach(cleanup)

const Content = () => {
  const [failed, setFailed] = useState(true)
  return failed ? (
    <LoadFailed title="Your tickets could not be loaded" onRetry={() => setFailed(false)}>
      The server did not respond.
    </LoadFailed>
  ) : (
    <p>Loading</p>
  )
}

const InCard = () => (
  <section>
    <h2>Tickets</h2>
    <Content />
  </section>
)

describe('LoadFailed', () => {
  test.each([
    ['its card', <InCard key="card" />, 'Tickets'],
    ['the page', <Content key="page" />, 'Profile'],
  ])('moves the focus to the heading of %s when its button disappears', async (_, content, heading) => {
    render(
      <main>
        {/* The closed menu of the admin area. It cannot get the focus. */}
        <dialog>
          <h2>Admin menu</h2>
        </dialog>
        <h1>Profile</h1>
        {content}
      </main>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByText('Loading')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: heading })))
  })
})
