import { expect, test } from 'vitest'
import { openingStatus } from '#shared/rules/opening-hours.ts'
import { doorCharacters, headingText } from './heading-text.ts'
import { parseStyleSheet } from './style-sheet.ts'

test('the text of headings and of classes in the heading typeface counts', () => {
  const css =
    '@layer base{h1,h2{margin:0;font-family:var(--serif)}}@media (width>=48rem){.price{font:500 30px var(--serif)}}.plain{color:red}'
  const html = '<h1>A <b>door</b></h1><p>Text</p><p class="price x">&pound;50</p><p class="plain">Plain</p>'
  expect(headingText(parseStyleSheet(css), html)).toBe('A door£50')
})

test('characters written as references count as themselves', () => {
  expect(
    headingText(parseStyleSheet('h1{font-family:var(--serif)}'), '<h1>Renters&#x27; &amp; owners</h1>'),
  ).toBe("Renters' & owners")
})

test('numbers of steps, which style sheets generate, count where there are steps', () => {
  const css = '.steps>li:before{font:500 2rem var(--serif)}'
  expect(headingText(parseStyleSheet(css), '<ol class="steps"><li>One</li></ol>')).toBe('0123456789')
  expect(headingText(parseStyleSheet(css), '<p>None</p>')).toBe('')
})

test('an element for the live door counts with everything that the door may say', () => {
  const css = '.now{font-family:var(--serif)}'
  expect(headingText(parseStyleSheet(css), '<p class="now"><span data-door-words></span></p>')).toBe(
    doorCharacters,
  )
})

test('an element for the live door does not count if its own typeface is another one', () => {
  const css =
    '.brand{font:500 20px var(--serif)}.status{font:400 13px/1.3 var(--sans)}.label{font-family:var(--sans)}'
  const html =
    '<a class="brand">Fanlight <span class="status" data-door-words></span><b class="label">Menu</b></a>'
  expect(headingText(parseStyleSheet(css), html)).toBe('Fanlight ')
})

test('the live door says nothing with other characters in the next year', () => {
  const start = Date.UTC(2026, 0, 1)
  const words = Array.from(
    { length: 365 * 4 },
    (_, index) => openingStatus(new Date(start + index * 21_600_000)).doorWords,
  )
  expect([...new Set(words.join(''))].filter((character) => !doorCharacters.includes(character))).toEqual([])
})
