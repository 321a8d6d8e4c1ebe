// @vitest-environment jsdom
import { deferred } from '#test/kit/deferred.ts'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { giveUpPass } from '../chat-session.ts'
import { GiveUp } from './give-up.tsx'

vi.mock('../chat-session.ts', () => ({ giveUpPass: vi.fn<typeof giveUpPass>() }))
inFreshBrowser()

test('the dialog to give up a pass stays open until the server has responded', async () => {
  const { promise, resolve: finish } = deferred()
  vi.mocked(giveUpPass).mockReturnValue(promise)
  render(
    <MemoryRouter>
      <GiveUp pass={{ guestKey: 'key-1' }} />
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Give up remaining time' }))
  await userEvent.click(screen.getByRole('button', { name: 'Give it up' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Keep my time' }))
  expect(screen.getByRole('dialog')).toBeTruthy()
  finish()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the focus moves to the page when the button is gone with the pass', async () => {
  const Page = () => {
    const [isOver, setOver] = useState(false)
    vi.mocked(giveUpPass).mockImplementation(async () => setOver(true))
    return (
      <main>
        <h1>Live Chat Support</h1>
        {isOver ? null : <GiveUp pass={{ guestKey: 'key-1' }} />}
      </main>
    )
  }
  render(
    <MemoryRouter>
      <Page />
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Give up remaining time' }))
  await userEvent.click(screen.getByRole('button', { name: 'Give it up' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})
