import { brand } from '#shared/values/brand.ts'
import { escapeHtml, withEmailBreaks } from './html.ts'

const style = `
:root{color-scheme:light dark;--paper:#faf6ef;--ink:#14202e;--soft:#4d5866;--line:#d9d0c1;--card:#fffdf9;--brick:#9a3b26;--brick-ink:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#151d27;--ink:#f3ecdf;--soft:#b9bfc6;--line:#36424f;--card:#1c2632;--brick:#e08a6d;--brick-ink:#14202e}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
main{width:100%;max-width:30rem;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:32px 24px}
p{margin:0 0 16px;color:var(--soft);overflow-wrap:anywhere}a{color:var(--brick)}
h1{margin:0 0 16px;font:600 min(1.75rem,11vw)/1.2 Georgia,serif;overflow-wrap:anywhere}
dl{margin:0 0 24px;padding:16px;border:1px solid var(--line);border-radius:6px}
dt{font-size:.875rem;color:var(--soft)}dd{margin:0 0 8px;overflow-wrap:anywhere;font-weight:600}dd:last-child{margin:0}
button{width:100%;min-height:48px;border:0;border-radius:6px;background:var(--brick);color:var(--brick-ink);font:600 1.0625rem system-ui,sans-serif;cursor:pointer}
button:focus-visible{outline:3px solid var(--ink);outline-offset:3px}`

export interface Confirmation {
  readonly title: string
  readonly text: string
  /** Details shown above the button, such as the email address. May be empty. */
  readonly facts: readonly (readonly [name: string, value: string])[]
  /** Path that the form posts `fields` to. */
  readonly action: `/${string}`
  readonly fields: Readonly<Record<string, string>>
  readonly button: string
}

const textHtml = (text: string): string => withEmailBreaks(escapeHtml(text))

/**
 * Renders the page behind an emailed link: some details and one button. Opening the page changes nothing, because
 * email scanners open links. Only the button's POST has an effect.
 */
export const renderConfirmationPage = ({
  title,
  text,
  facts,
  action,
  fields,
  button,
}: Confirmation): string => {
  const terms = facts.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd dir="auto">${textHtml(value)}</dd>`,
  )
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return page(
    title,
    `<p>${escapeHtml(text)}</p>
${terms.length === 0 ? '' : `<dl>${terms.join('')}</dl>`}
<form method="post" action="${action}">${inputs.join('')}<button type="submit">${escapeHtml(button)}</button></form>`,
  )
}

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${escapeHtml(title)} · ${brand.name}</title><style>${style}</style></head>
<body><main><p>${brand.name}</p><h1>${escapeHtml(title)}</h1>${content}
</main></body></html>`

interface Result {
  readonly title: string
  readonly text: string
  readonly link: { readonly text: string; readonly path: `/${string}` }
}

/** Renders the page that states what the button of a confirmation page has done. */
export const renderResultPage = ({ title, text, link }: Result): string =>
  page(title, `<p>${textHtml(text)}</p><p><a href="${link.path}">${escapeHtml(link.text)}</a></p>`)
