// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { serverNow } from '#web/lib/server-time.ts'
import { inFreshBrowser } from '#web/lib/testing/show-page.tsx'
import { translatePage } from '#web/lib/testing/translate-page.ts'
import { PassClock } from './pass-clock.tsx'

const stage = vi.hoisted(() => ({ provider: 'tawk' }))
vi.mock('#web/lib/use-chat-provider.ts', () => ({ useChatProvider: () => stage.provider }))

inFreshBrowser()

const show = (provider: string, minutesLeft: number) => {
  stage.provider = provider
  const endsAt = new Date(serverNow().getTime() + minutesLeft * 60_000).toISOString()
  render(
    <MemoryRouter>
      <PassClock endsAt={endsAt} isOpen={false} signedIn={false} isChatOpen={false} pass={undefined} />
    </MemoryRouter>,
  )
}
const notice = () => screen.queryByText(/The chat window closes when your time is up/)

test.each([
  ['says that the window of Tawk.to will close, in the last five minutes', 'tawk', 4, true],
  ['says nothing about it before', 'tawk', 20, false],
  ['says nothing about it where the window stays readable', 'chatwoot', 4, false],
])('the clock %s', (_title, provider, minutesLeft, isShown) => {
  show(provider, minutesLeft)
  expect(notice() !== null).toBe(isShown)
})

test('the clock keeps running in a page that the browser has translated', async () => {
  vi.useFakeTimers()
  show('chatwoot', 20)
  translatePage()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByRole('timer').textContent).toBe('19:00')
})
