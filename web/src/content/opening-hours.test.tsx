// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { daysLater, weekdayInWords } from '../../../shared/rules/london.ts'
import { sessionOn } from '../../../shared/rules/opening-hours.ts'
import { OpeningHours } from './opening-hours.tsx'

afterEach(cleanup)

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  minute: '2-digit',
})

/** A week without a closed date, from Monday. */
const week = Array.from({ length: 7 }, (_, days) => daysLater('2026-11-16', days))

test('states the hours that the rules keep', () => {
  const { container } = render(<OpeningHours />)
  const stated = new Map(
    [...container.querySelectorAll('dl div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  )
  for (const day of week) {
    const session = sessionOn(day)
    const hours = session ? `${clock.format(session.opensAt)}-${clock.format(session.closesAt)}` : 'Closed'
    const name = weekdayInWords(day)
    expect(stated.get(stated.has(name) ? name : 'Monday to Friday')).toBe(hours)
  }
})
