import { createHash } from 'node:crypto'
import { style } from './style.ts'

/** Markup that may go into a page as it is. */
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

/** A template whose values are escaped, unless they are markup themselves. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: strings.reduce((markup, text, index) => markup + render(parts[index - 1]) + text),
})

/** No script, no asset from anywhere; `form-action` is left out because it would stop the redirect to the shop. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

// One piece of markup, because the policy's hash covers every character between the tags.
const styleElement: Html = { markup: `<style>${style}</style>` }

/** A whole page. */
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
          <strong>Test mode.</strong> A local stand-in for Stripe: no real card works and no money moves.
        </header>
        ${content}
      </body>
    </html>`.markup
