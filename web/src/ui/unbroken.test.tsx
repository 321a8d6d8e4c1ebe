import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { unbroken } from './unbroken.tsx'

const markup = (content: Parameters<typeof unbroken>[0]) => renderToStaticMarkup(<>{unbroken(content)}</>)

describe('unbroken', () => {
  test.each(['10:00-16:00', 'One-time', '24/7', '30-minute', '14-day', 'ZZ1 1ZZ'])(
    'keeps %s on one line',
    (term) => {
      expect(markup(`a ${term} b`)).toBe(`a <span class="unbroken">${term}</span> b`)
    },
  )

  test('leaves other text as it is', () => {
    expect(markup('Monday to Friday')).toBe('Monday to Friday')
  })

  test('reaches into paragraphs and lists, and keeps their attributes', () => {
    expect(
      markup(
        <>
          <p id="hours">from 10:00-13:00</p>
          <ul>
            <li>one-time</li>
          </ul>
        </>,
      ),
    ).toBe(
      '<p id="hours">from <span class="unbroken">10:00-13:00</span></p><ul><li><span class="unbroken">one-time</span></li></ul>',
    )
  })
})
