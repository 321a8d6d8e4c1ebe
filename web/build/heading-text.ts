import { parse, type HTMLElement } from 'node-html-parser'
import { rulesOf } from './critical-css.ts'

/** The variable of the heading typeface, as style sheets use it. */
const headingTypeface = 'var(--serif)'

const pseudoElement = /::?(?:before|after)$/

/** The style sheets generate no text in this typeface except numbers of steps. */
const generated = '0123456789'

/** Characters of all texts about the opening hours that the live door writes into a page. */
export const doorCharacters =
  'In now, until Back today tomorrow Monday Tuesday Wednesday Thursday Friday Saturday 0123456789:'

const doorWords = '[data-door-words]'

const textIn = (element: HTMLElement): string =>
  element.text + (element.matches(doorWords) || element.querySelector(doorWords) ? doorCharacters : '')

/** Returns the text of a page that its style sheets show in the heading typeface. */
export const headingText = (css: string, html: string): string => {
  const page = parse(html)
  const textOf = (selector: string): string => {
    const elements = page.querySelectorAll(selector.replace(pseudoElement, ''))
    if (pseudoElement.test(selector)) return elements.length === 0 ? '' : generated
    return elements.map(textIn).join('')
  }
  return rulesOf(css)
    .filter(({ body }) => body.includes(headingTypeface))
    .flatMap(({ selectors }) => selectors.split(','))
    .map(textOf)
    .join('')
}
