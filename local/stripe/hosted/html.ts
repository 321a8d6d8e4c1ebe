import { createHash } from 'node:crypto'
import { style } from './style.ts'

/** Safe markup that is not escaped again. */
export interface Html {
  readonly markup: string
}

type Part = Html | string | number | null | undefined | readonly Html[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const render = (part: Part): string => {
  if (part === null || part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number')
    return String(part).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
  return 'markup' in part ? part.markup : part.map((one) => one.markup).join('')
}

/** Template tag that escapes all values except markup. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: strings.reduce((markup, text, index) => markup + render(parts[index - 1]) + text),
})

/**
 * Allows no scripts and no external assets. It omits `form-action`, which would block the redirect to the buyer's site.
 */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

// The policy's hash covers every character between the tags, so no template may reformat it.
const styleElement: Html = { markup: `<style>${style}</style>` }

/** Renders a complete page. */
export const pageOf = (title: string, content: Html): string =>
  html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – test payments</title>
        ${styleElement}
      </head>
      <body>
        <header class="mode">
          <strong>Test mode.</strong> This is a local emulator of Stripe. Real cards do not work and no money
          moves.
        </header>
        ${content}
      </body>
    </html>`.markup
