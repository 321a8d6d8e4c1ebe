// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setRunningPass } from '#web/lib/running-pass.ts'
import { inFreshBrowser, showPage } from '#web/lib/testing/show-page.tsx'
import { SessionBarSlot } from './session-bar-slot.tsx'

vi.mock('#web/features/chat/components/session-bar.tsx', () => {
  throw new TypeError('Importing a module script failed.')
})

inFreshBrowser(() => {
  setRunningPass(null)
  // The boundary logs the error that it catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a clock whose code does not arrive leaves the page in place', async () => {
  showPage(
    '/library',
    <>
      <SessionBarSlot />
      <h1>Library</h1>
    </>,
  )
  await act(async () => {
    setRunningPass({ guestKey: undefined, endsAt: '2026-11-23T12:00:00Z' })
    await vi.dynamicImportSettled()
  })
  expect(screen.getByRole('heading', { name: 'Library' })).toBeTruthy()
})
