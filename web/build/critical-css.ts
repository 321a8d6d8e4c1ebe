import type { StyleBlock } from './style-sheet.ts'

const isUsed = ({ classes }: StyleBlock, onPage: ReadonlySet<string>): boolean =>
  classes.some((names) => names.every((name) => onPage.has(name)))

/**
 * Returns the part of a style sheet that a page may need for its first paint: rules whose classes occur in its HTML, and
 * all rules without classes. Keeps the layers and media queries around them.
 */
export const criticalCss = (sheet: readonly StyleBlock[], html: string): string => {
  const onPage = new Set(
    [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => (names ?? '').split(' ')),
  )
  const keep = (blocks: readonly StyleBlock[]): string => blocks.map(textOf).join('')
  const textOf = (block: StyleBlock): string => {
    const { prelude, body, inner } = block
    if (body === undefined) return `${prelude};`
    if (inner !== undefined) {
      const kept = keep(inner)
      return kept === '' ? '' : `${prelude}{${kept}}`
    }
    return prelude.startsWith('@') || isUsed(block, onPage) ? `${prelude}{${body}}` : ''
  }
  return keep(sheet)
}
