// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { daysLater, weekdayInWords } from '#shared/rules/london.ts'
import { sessionOn } from '#shared/rules/opening-hours.ts'
import { OpeningHours } from './opening-hours.tsx'

afterEach(cleanup)

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
})

/** Seven days from a Monday, none of them a closed date. */
const week = Array.from({ length: 7 }, (_, days) => daysLater('2026-11-16', days))

describe('OpeningHours', () => {
  test('names the bank holiday for which the chat is closed', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-25T11:00:00Z') })
    const { container } = render(<OpeningHours />)
    vi.useRealTimers()
    expect(container.textContent).toContain('Live chat is closed today, Christmas Day.')
    expect(container.textContent).toContain('Bank holidays')
  })

  test('shows the same hours as the opening-hours rules', () => {
    const { container } = render(<OpeningHours />)
    const shown = new Map(
      [...container.querySelectorAll('dl div')].map((row) => [
        row.querySelector('dt')?.textContent,
        row.querySelector('dd')?.textContent,
      ]),
    )
    for (const day of week) {
      const session = sessionOn(day)
      const hours = session ? `${clock.format(session.opensAt)}-${clock.format(session.closesAt)}` : 'Closed'
      const name = weekdayInWords(day)
      expect(shown.get(shown.has(name) ? name : 'Monday to Friday')).toBe(hours)
    }
  })
})
