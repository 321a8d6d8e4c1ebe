/**
 * Creates elements of the page from JSX without Preact, and never updates them. The script that shows the first rows is
 * bundled with this file in place of `react/jsx-runtime`, so that it has the components of the app and less than a
 * tenth of the app's size. It supports what these components use: functions, fragments, attributes and text.
 */

type Props = Readonly<Record<string, unknown>>
type Component = (props: Props) => unknown

/** Returns the nodes of what a component returns. Null, undefined and booleans show nothing. */
export const nodesOf = (content: unknown): Node[] => {
  if (content instanceof Node) return [content]
  if (Array.isArray(content)) return content.flatMap(nodesOf)
  return typeof content === 'string' || typeof content === 'number'
    ? [document.createTextNode(String(content))]
    : []
}

const drawing = new Set(['svg', 'path', 'circle'])
const renamed: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' }
const withoutAttribute = new Set(['children', 'key', 'ref'])

/** Returns the name that an attribute has in the page: `strokeWidth` is `stroke-width` there. */
const attributeName = (name: string): string =>
  /^stroke[A-Z]/.test(name)
    ? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : (renamed[name] ?? name)

const elementOf = (type: string, props: Props): Element => {
  const element = drawing.has(type)
    ? document.createElementNS('http://www.w3.org/2000/svg', type)
    : document.createElement(type)
  for (const [name, value] of Object.entries(props)) {
    if (withoutAttribute.has(name)) continue
    if (value === true) element.setAttribute(attributeName(name), '')
    else if (typeof value === 'string' || typeof value === 'number')
      element.setAttribute(attributeName(name), String(value))
  }
  element.append(...nodesOf(props['children']))
  return element
}

/** Creates an element: the function that compiled JSX calls. Event handlers have no effect. */
export const jsx = (type: string | Component, props: Props): Node[] =>
  typeof type === 'function' ? nodesOf(type(props)) : [elementOf(type, props)]

/** Creates an element with several children. */
export const jsxs: typeof jsx = (type, props) => jsx(type, props)

export const Fragment = ({ children }: Props): unknown => children
