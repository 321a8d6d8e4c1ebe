/**
 * Renders elements to HTML, once and without Preact. The script that shows the first rows is bundled with this file in
 * the place of `react/jsx-runtime`, so that it has the components of the app and less than a tenth of the app's size.
 * It supports what these components use: functions, fragments, attributes and text.
 */

/** Text that is HTML already. Any other text is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Props = Readonly<Record<string, unknown>>
type Component = (props: Props) => unknown

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

/** Returns the HTML of what a component returns. Null, undefined and booleans show nothing. */
export const htmlOf = (node: unknown): string => {
  if (node instanceof Html) return node.text
  if (Array.isArray(node)) return node.map(htmlOf).join('')
  return typeof node === 'string' || typeof node === 'number' ? escaped(String(node)) : ''
}

const renamed: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' }

/** Attributes of lines in drawings: `strokeWidth` is `stroke-width` in HTML. */
const hyphenated = (name: string): string =>
  /^stroke[A-Z]/.test(name)
    ? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : (renamed[name] ?? name)

const notInHtml = new Set(['children', 'key', 'ref'])

const attribute = ([name, value]: [string, unknown]): string => {
  if (notInHtml.has(name) || value === true) return value === true ? ` ${hyphenated(name)}` : ''
  return typeof value === 'string' || typeof value === 'number'
    ? ` ${hyphenated(name)}="${escaped(String(value))}"`
    : ''
}

/** Creates an element: the function that compiled JSX calls. Event handlers have no effect. */
export const jsx = (type: string | Component, props: Props): Html =>
  new Html(
    typeof type === 'function'
      ? htmlOf(type(props))
      : `<${type}${Object.entries(props).map(attribute).join('')}>${htmlOf(props['children'])}</${type}>`,
  )

/** Creates an element with several children. */
export const jsxs: typeof jsx = (type, props) => jsx(type, props)

export const Fragment = ({ children }: Props): unknown => children
