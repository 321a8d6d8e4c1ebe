/** A rule or at-rule of a minified style sheet. */
export interface StyleBlock {
  /** The text before the braces: selectors, or an at-rule. */
  readonly prelude: string
  /** The text inside the braces. Undefined for an at-rule without braces. */
  readonly body: string | undefined
  /** The rules inside a layer, a media query or another group. Undefined for any other block. */
  readonly inner: readonly StyleBlock[] | undefined
  /** The classes that each selector requires, without those in `:not()` and other functions. Empty for at-rules. */
  readonly classes: readonly (readonly string[])[]
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

/** At-rules that contain rules. */
const groups = /^@(layer|media|container|supports|starting-style)/

const className = /\.(-?[_a-zA-Z][-\w]*)/g

const classesOf = (selector: string): string[] =>
  [...selector.matchAll(className)].map(([, name]) => name ?? '')

/** The innermost arguments of a function like `:not()`. */
const functionArguments = /\([^()]*\)/g

const withoutFunctions = (prelude: string): string => {
  const shorter = prelude.replaceAll(functionArguments, '')
  return shorter === prelude ? prelude : withoutFunctions(shorter)
}

const blockOf = (prelude: string, body: string | undefined): StyleBlock => ({
  prelude,
  body,
  inner: body !== undefined && groups.test(prelude) ? parseStyleSheet(body) : undefined,
  classes: prelude.startsWith('@') ? [] : withoutFunctions(prelude).split(',').map(classesOf),
})

/** Parses a minified style sheet. Throws an error if a block is not closed. */
export const parseStyleSheet = (css: string): StyleBlock[] => {
  const blocks: StyleBlock[] = []
  let start = 0
  while (start < css.length) {
    const open = css.indexOf('{', start)
    const semicolon = css.indexOf(';', start)
    if (semicolon !== -1 && (open === -1 || semicolon < open)) {
      blocks.push(blockOf(css.slice(start, semicolon).trim(), undefined))
      start = semicolon + 1
    } else if (open === -1) break
    else {
      const close = endOfBlock(css, open)
      blocks.push(blockOf(css.slice(start, open).trim(), css.slice(open + 1, close)))
      start = close + 1
    }
  }
  return blocks
}

export interface StyleRule {
  readonly selectors: string
  readonly body: string
}

/** Returns the style rules of a style sheet, including those in layers and media queries. */
export const rulesOf = (sheet: readonly StyleBlock[]): StyleRule[] =>
  sheet.flatMap(({ prelude, body, inner }) => {
    if (inner !== undefined) return rulesOf(inner)
    return body === undefined || prelude.startsWith('@') ? [] : [{ selectors: prelude, body }]
  })
