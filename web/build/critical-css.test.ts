import { describe, expect, test } from 'vitest'
import { criticalCss } from './critical-css.ts'
import { parseStyleSheet } from './style-sheet.ts'

const critical = (css: string, html: string): string => criticalCss(parseStyleSheet(css), html)

describe('criticalCss', () => {
  test('keeps rules whose classes are on the page, and rules without classes', () => {
    const css = '@layer a,b;@layer a{h1{margin:0}.on{color:red}.off{color:blue}.on.off{top:0}}'
    expect(critical(css, '<p class="x on">')).toBe('@layer a,b;@layer a{h1{margin:0}.on{color:red}}')
  })

  test('keeps a rule when one of its selectors is used', () => {
    expect(critical('.on,.off{top:0}', '<p class="on">')).toBe('.on,.off{top:0}')
  })

  test('removes media queries that would be empty, and keeps the others', () => {
    const css = '@media (width>=48rem){.off{top:0}}@media print{.on{top:0}}'
    expect(critical(css, '<p class="on">')).toBe('@media print{.on{top:0}}')
  })

  test('does not end a rule at a brace inside a string', () => {
    expect(critical('.on:after{content:"}"}.off{top:0}', '<p class="on">')).toBe('.on:after{content:"}"}')
  })

  test('does not require the classes in a function of a selector', () => {
    const css = '.on:not(.off){top:0}.on:is(.off,.on){left:0}'
    expect(critical(css, '<p class="on">')).toBe(css)
  })

  test('removes a rule of an absent class that names an attribute in a function', () => {
    expect(critical('.off>:is(.on,[role=progressbar],:not(.a)){top:0}', '<p class="on">')).toBe('')
  })

  test('keeps keyframes that a kept rule uses, complete', () => {
    const css = '@layer a{@keyframes turn{to{rotate:1turn}}}.on{animation:turn 1s}'
    expect(critical(css, '<p class="on">')).toBe(css)
    expect(critical(css, '')).toBe('')
  })

  test.each(['data-chat-loaded', 'data-chat-bar', 'data-session-bar', 'data-sonner-toast'])(
    'removes rules for %s, which only the app sets',
    (attribute) => {
      const css = `html[${attribute}] .on{top:0}html:not([${attribute}]) .on{left:0}body:has([${attribute}]){top:0}`
      expect(critical(css, '<p class="on">')).toBe(`html:not([${attribute}]) .on{left:0}`)
    },
  )

  test('removes unused rules after a line break between style sheets', () => {
    expect(critical('@layer a{.x{top:0}}\n@layer b{.y{top:0}}\n', '<p class="x">')).toBe(
      '@layer a{.x{top:0}}',
    )
  })
})
