import { expect, test } from 'vitest'
import { renderHtml, renderText } from './layout.ts'
import { letterOf } from './letters.ts'

const asked = {
  name: 'Nadia <b>Oyelaran</b>',
  topic: 'Belongings left behind',
  country: 'wales',
  message: 'May I clear the flat?\n<script>alert(1)</script>',
  answeredBy: '2026-11-23',
  id: '4F2A9C1B',
} as const

test.each([
  { template: 'ticket', ...asked, email: 'nadia@people.example' } as const,
  { template: 'ticket-receipt', ...asked, link: 'https://advice.example/profile' } as const,
])('says what was asked, where and by when it is answered: $template', (content) => {
  const letter = letterOf(content)
  expect(letter.subject).toContain(asked.topic)
  const text = renderText(letter)
  for (const words of ['Wales', 'Monday 23 November 2026', '4F2A9C1B', '> May I clear the flat?'])
    expect(text).toContain(words)
  expect(renderHtml(letter)).not.toMatch(/<script>|<b>Oyelaran/)
})
