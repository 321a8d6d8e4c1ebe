/** A rule or at-rule of a minified style sheet: the text before its braces, and the text inside. */
interface Block {
  readonly prelude: string
  readonly body: string | undefined
}

const endOfBlock = (css: string, open: number): number => {
  let depth = 0
  for (let index = open; index < css.length; index++) {
    if (css[index] === '"' || css[index] === "'") index = css.indexOf(css[index] ?? '', index + 1)
    else if (css[index] === '{') depth++
    else if (css[index] === '}' && --depth === 0) return index
  }
  throw new Error('A block of the style sheet is not closed')
}

const blocksOf = function* (css: string): Generator<Block> {
  let start = 0
  while (start < css.length) {
    const open = css.indexOf('{', start)
    const semicolon = css.indexOf(';', start)
    if (semicolon !== -1 && (open === -1 || semicolon < open)) {
      yield { prelude: css.slice(start, semicolon).trim(), body: undefined }
      start = semicolon + 1
    } else if (open === -1) return
    else {
      const close = endOfBlock(css, open)
      yield { prelude: css.slice(start, open).trim(), body: css.slice(open + 1, close) }
      start = close + 1
    }
  }
}

/** At-rules that contain rules. */
const groups = /^@(layer|media|container|supports|starting-style)/

export interface StyleRule {
  readonly selectors: string
  readonly body: string
}

/** Returns the style rules of a minified style sheet, including those in layers and media queries. */
export const rulesOf = (css: string): StyleRule[] =>
  [...blocksOf(css)].flatMap(({ prelude, body }) => {
    if (body === undefined) return []
    if (groups.test(prelude)) return rulesOf(body)
    return prelude.startsWith('@') ? [] : [{ selectors: prelude, body }]
  })

const className = /\.(-?[_a-zA-Z][-\w]*)/g

const isUsed = (selectors: string, classes: ReadonlySet<string>): boolean =>
  selectors
    .split(',')
    .some((selector) => [...selector.matchAll(className)].every(([, name]) => classes.has(name ?? '')))

/**
 * Returns the part of a minified style sheet that a page may need for its first paint: rules whose classes occur in its
 * HTML, and all rules without classes. Keeps the layers and media queries around them.
 */
export const criticalCss = (css: string, html: string): string => {
  const classes = new Set(
    [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => (names ?? '').split(' ')),
  )
  const keep = (text: string): string =>
    [...blocksOf(text)]
      .map(({ prelude, body }) => {
        if (body === undefined) return `${prelude};`
        if (groups.test(prelude)) {
          const kept = keep(body)
          return kept === '' ? '' : `${prelude}{${kept}}`
        }
        return prelude.startsWith('@') || isUsed(prelude, classes) ? `${prelude}{${body}}` : ''
      })
      .join('')
  return keep(css)
}
