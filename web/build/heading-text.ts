import { HTMLElement, parse, type Node } from 'node-html-parser'
import { rulesOf, type StyleBlock } from './style-sheet.ts'

/** The variables of the typefaces, as style sheets use them. */
const headingTypeface = 'var(--serif)'
const textTypeface = 'var(--sans)'

const pseudoElement = /::?(?:before|after)$/

/** The style sheets generate no text in this typeface except numbers of steps. */
const generated = '0123456789'

/** Characters of all texts about the opening hours that the live door writes into a page. */
export const doorCharacters =
  'In now, until Back today tomorrow Monday Tuesday Wednesday Thursday Friday Saturday 0123456789:'

const doorWords = '[data-door-words]'

/** Returns the text of an element without its descendants in another typeface. */
const textIn = (element: HTMLElement, others: ReadonlySet<Node>): string => {
  const parts = element.childNodes.map((child) => {
    if (others.has(child)) return ''
    return child instanceof HTMLElement ? textIn(child, others) : child.text
  })
  return parts.join('') + (element.matches(doorWords) ? doorCharacters : '')
}

/** Returns the text of a page that its style sheets show in the heading typeface. */
export const headingText = (sheet: readonly StyleBlock[], html: string): string => {
  const page = parse(html)
  const rules = rulesOf(sheet)
  const selectorsWith = (typeface: string): string[] =>
    rules.filter(({ body }) => body.includes(typeface)).flatMap(({ selectors }) => selectors.split(','))
  const elementsOf = (selector: string) => page.querySelectorAll(selector.replace(pseudoElement, ''))
  const headings = selectorsWith(headingTypeface)
  const others = new Set<Node>(selectorsWith(textTypeface).flatMap(elementsOf))
  for (const element of headings.flatMap(elementsOf)) others.delete(element)
  const textOf = (selector: string): string => {
    const elements = elementsOf(selector)
    if (pseudoElement.test(selector)) return elements.length === 0 ? '' : generated
    return elements.map((element) => textIn(element, others)).join('')
  }
  return headings.map(textOf).join('')
}
