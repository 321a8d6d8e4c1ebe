import { afterEach, expect, test, vi } from 'vitest'
import { headingText } from './heading-text.ts'
import type * as headings from './heading-text.ts'
import { pageStyles } from './page-styles.ts'

vi.mock('./heading-text.ts', async (original) => {
  const { headingText: real } = await original<typeof headings>()
  return { headingText: vi.fn<typeof real>(real) }
})

afterEach(() => vi.mocked(headingText).mockClear())

const css = 'h1{font-family:var(--serif)}.a{color:red}.b{color:blue}'
const page = '<h1>Fees</h1><p class="a">A</p>'

test('a page that has not changed is not computed again in the next build', () => {
  expect(pageStyles(css).headingText(page)).toBe('Fees')
  expect(pageStyles(css).headingText(page)).toBe('Fees')
  expect(headingText).toHaveBeenCalledOnce()
})

test('a changed page is computed again', () => {
  pageStyles(css).headingText(page)
  const { headingText: textOf, criticalCss } = pageStyles(css)
  expect(textOf(page.replace('Fees', 'Locks'))).toBe('Locks')
  expect(criticalCss(page.replace('"a"', '"b"'))).toBe('h1{font-family:var(--serif)}.b{color:blue}')
})

test('all pages are computed again after a change of the style sheet', () => {
  pageStyles(css).criticalCss(page)
  expect(pageStyles(css.replace('red', 'green')).criticalCss(page)).toContain('.a{color:green}')
})

test('a page that one build did not have is forgotten', () => {
  const other = '<h1>Other</h1>'
  pageStyles(css).headingText(other)
  pageStyles(css)
  pageStyles(css).headingText(other)
  expect(vi.mocked(headingText).mock.calls.filter(([, html]) => html === other)).toHaveLength(2)
})
