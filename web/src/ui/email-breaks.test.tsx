// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withEmailBreaks } from './email-breaks.tsx'

test.each([
  ['sam@agents.example', 'sam@<wbr>agents.example'],
  [
    'From sam@agents.example to lee@agents.example.',
    'From sam@<wbr>agents.example to lee@<wbr>agents.example.',
  ],
  ['No address', 'No address'],
])('lets the addresses in %j break after the at sign', (text, html) => {
  expect(render(withEmailBreaks(text)).container.innerHTML).toBe(html)
})
