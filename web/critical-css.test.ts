import { expect, test } from 'vitest'
import { criticalCss } from './critical-css.ts'

test('keeps rules whose classes are on the page, and those without classes', () => {
  const css = '@layer a,b;@layer a{h1{margin:0}.on{color:red}.off{color:blue}.on.off{top:0}}'
  expect(criticalCss(css, '<p class="x on">')).toBe('@layer a,b;@layer a{h1{margin:0}.on{color:red}}')
})

test('keeps a rule when one of its selectors is used', () => {
  expect(criticalCss('.on,.off{top:0}', '<p class="on">')).toBe('.on,.off{top:0}')
})

test('drops media queries that would be empty and keeps the others', () => {
  const css = '@media (width>=48rem){.off{top:0}}@media print{.on{top:0}}'
  expect(criticalCss(css, '<p class="on">')).toBe('@media print{.on{top:0}}')
})

test('a brace inside a text does not end a rule', () => {
  expect(criticalCss('.on:after{content:"}"}.off{top:0}', '<p class="on">')).toBe('.on:after{content:"}"}')
})

test('keyframes stay whole', () => {
  const css = '@keyframes turn{to{rotate:1turn}}'
  expect(criticalCss(css, '')).toBe(css)
})

test('a line break between style sheets does not keep what stands after it', () => {
  expect(criticalCss('@layer a{.x{top:0}}\n@layer b{.y{top:0}}\n', '<p class="x">')).toBe(
    '@layer a{.x{top:0}}',
  )
})
