// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { translatePage } from '#web/lib/testing/translate-page.ts'
import { PassCard } from './pass-card.tsx'

inFreshBrowser()

test('the minutes of a running pass keep counting down in a page that the browser has translated', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T11:00:00Z') })
  const endsAt = '2026-11-27T11:20:00.000Z'
  showPage('/profile', <PassCard pass={{ state: 'running', endsAt, useBy: endsAt, minutes: 30 }} />)
  expect(screen.getByRole('timer').textContent).toBe('20 minutes left, until 27 November 2026, 11:20.')
  translatePage()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByRole('timer').textContent).toBe('19 minutes left, until 27 November 2026, 11:20.')
})

test.each([
  ['waits', { state: 'waiting' as const, endsAt: null }],
  ['runs', { state: 'running' as const, endsAt: '2026-11-27T11:20:00.000Z' }],
])('a pass that %s states the minutes whose payment is disputed', (_state, pass) => {
  const useBy = '2026-12-20T11:00:00.000Z'
  showPage('/profile', <PassCard pass={{ ...pass, useBy, minutes: 30, disputedMinutes: 60 }} />)
  expect(screen.getByText('You can’t use 60 more minutes while their payment is disputed.')).toBeTruthy()
})
