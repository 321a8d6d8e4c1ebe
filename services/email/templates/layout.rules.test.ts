import fc from 'fast-check'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { renderHtml, timeInWords } from './layout.ts'

test("emails show the time of London's clocks like Luxon", () => {
  const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, (at) => {
      const london = DateTime.fromJSDate(at, { zone: 'Europe/London' }).setLocale('en-GB')
      expect(timeInWords(at.toISOString())).toBe(london.toFormat("d MMMM yyyy 'at' HH:mm"))
    }),
  )
})

test('the postcode of the footer stays on one line', () => {
  const html = renderHtml({ subject: 'A', reason: 'B', blocks: [] })
  expect(html).toContain('Sampleton, ZZ1&nbsp;1ZZ')
})
