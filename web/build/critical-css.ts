import type { StyleBlock } from './style-sheet.ts'

const isUsed = ({ classes }: StyleBlock, onPage: ReadonlySet<string>): boolean =>
  classes.some((names) => names.every((name) => onPage.has(name)))

/** Attributes that only the app sets. The style sheets of the page have been loaded by then. */
const ofTheApp = /\[data-(?:chat-loaded|chat-bar|session-bar|sonner-toast)[\]=]/

const absence = /:not\(\[[^\]]*\]\)/g

const needsTheApp = ({ prelude }: StyleBlock): boolean => ofTheApp.test(prelude.replaceAll(absence, ''))

const keyframes = '@keyframes '

/**
 * Returns the part of a style sheet that a page may need before the app is loaded: rules whose classes occur in its HTML,
 * and rules without classes, except those for what only the app shows. Keeps the layers and media queries around them,
 * and the keyframes that they use.
 */
export const criticalCss = (sheet: readonly StyleBlock[], html: string): string => {
  const onPage = new Set(
    [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => (names ?? '').split(' ')),
  )
  const isKept = (block: StyleBlock): boolean =>
    block.prelude.startsWith('@') || (isUsed(block, onPage) && !needsTheApp(block))
  const rules = textOf(sheet, (block) => !block.prelude.startsWith(keyframes) && isKept(block))
  return textOf(sheet, (block) =>
    block.prelude.startsWith(keyframes)
      ? rules.includes(block.prelude.slice(keyframes.length))
      : isKept(block),
  )
}

const textOf = (blocks: readonly StyleBlock[], isKept: (block: StyleBlock) => boolean): string =>
  blocks
    .map((block) => {
      const { prelude, body, inner } = block
      if (body === undefined) return `${prelude};`
      if (inner === undefined) return isKept(block) ? `${prelude}{${body}}` : ''
      const kept = textOf(inner, isKept)
      return kept === '' ? '' : `${prelude}{${kept}}`
    })
    .join('')
