import { brand } from '../../../shared/values/brand.ts'
import { escapeHtml } from '../../platform/html.ts'
import type { Link, LinkType } from '../link.repository.ts'

const words: Readonly<Record<LinkType, { title: string; text: string; button: string }>> = {
  signup: {
    title: 'Confirm your email address',
    text: 'You are opening an account with this address. If that was not you, close this page and nothing happens.',
    button: 'Confirm my address',
  },
  magiclink: {
    title: 'Sign in',
    text: 'You are about to sign in with this address. If you did not ask for the link, close this page.',
    button: 'Sign me in',
  },
  recovery: {
    title: 'Reset your password',
    text: 'You are about to choose a new password. If you did not ask for that, close this page.',
    button: 'Choose a new password',
  },
}

const style = `
:root{color-scheme:light dark;--paper:#faf6ef;--ink:#14202e;--soft:#4d5866;--line:#d9d0c1;--card:#fffdf9;--brick:#9a3b26;--brick-ink:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#151d27;--ink:#f3ecdf;--soft:#b9bfc6;--line:#36424f;--card:#1c2632;--brick:#e08a6d;--brick-ink:#14202e}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
main{width:100%;max-width:30rem;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:32px 24px}
p{margin:0 0 16px;color:var(--soft)}
h1{margin:0 0 16px;font:600 1.75rem/1.2 Georgia,serif}
dl{margin:0 0 24px;padding:16px;border:1px solid var(--line);border-radius:6px}
dt{font-size:.875rem;color:var(--soft)}dd{margin:0 0 8px;overflow-wrap:anywhere;font-weight:600}dd:last-child{margin:0}
button{width:100%;min-height:48px;border:0;border-radius:6px;background:var(--brick);color:var(--brick-ink);font:600 1.0625rem system-ui,sans-serif;cursor:pointer}
button:focus-visible{outline:3px solid var(--ink);outline-offset:3px}`

/**
 * The page that a mailed link opens. It shows whose link it is and changes nothing: mail scanners open
 * links, only a person presses the button.
 */
export const confirmationPage = (link: Link, token: string): string => {
  const { title, text, button } = words[link.type]
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg" type="image/svg+xml"><title>${title} - ${brand.name}</title><style>${style}</style></head>
<body><main><p>${brand.name}</p><h1>${title}</h1><p>${text}</p>
<dl><dt>Name</dt><dd>${escapeHtml(link.name)}</dd><dt>Email</dt><dd>${escapeHtml(link.email)}</dd></dl>
<form method="post" action="/auth/verify"><input type="hidden" name="token" value="${escapeHtml(token)}">
<input type="hidden" name="type" value="${link.type}"><button type="submit">${button}</button></form>
</main></body></html>`
}
