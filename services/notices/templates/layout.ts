import { brand } from '../../../shared/values/brand.ts'
import { escapeHtml } from '../../platform/html.ts'

/** One part of a mail, told once and set twice: as HTML and as plain text. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** What somebody else wrote: its lines stay as they are, and it is plain that the words are theirs. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }

export interface Letter {
  readonly subject: string
  /** Why the person gets this mail, below the line. */
  readonly reason: string
  readonly blocks: readonly Block[]
}

const ink = '#14202e'
const soft = '#4d5866'
const line = '#d9d0c1'
const brick = '#9a3b26'

const htmlOf = (block: Block): string => {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`
    case 'button':
      return `<p style="margin:24px 0"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:14px 24px;border-radius:6px;background:${brick};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>
<p style="margin:0 0 16px;color:${soft};font-size:14px">If the button does not work, copy this address into your browser:<br><a href="${escapeHtml(block.url)}" style="color:${brick};word-break:break-all">${escapeHtml(block.url)}</a></p>`
    case 'quote':
      return `<blockquote style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${line};white-space:pre-wrap">${escapeHtml(block.text)}</blockquote>`
    case 'facts':
      return `<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse">${block.facts
        .map(
          ([name, value]) =>
            `<tr><td style="padding:8px 0;border-bottom:1px solid ${line};color:${soft}">${escapeHtml(name)}</td><td style="padding:8px 0;border-bottom:1px solid ${line};text-align:right;font-weight:600">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</table>`
  }
}

const textOf = (block: Block): string => {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'quote':
      return block.text.replace(/^/gm, '> ')
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  }
}

const footer = (letter: Letter) =>
  `${letter.reason} ${brand.legalName}, ${brand.postalAddress}. Questions: ${brand.supportEmail}.`

/** Sets a letter as the HTML of a mail: tables and inline styles, which is what mail readers understand. */
export const renderHtml = (letter: Letter): string => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;background:#faf6ef;color:${ink};font:16px/1.6 system-ui,-apple-system,'Segoe UI',sans-serif">
<table role="presentation" style="width:100%;border-collapse:collapse"><tr><td style="padding:32px 16px" align="center">
<table role="presentation" style="width:100%;max-width:560px;border-collapse:collapse;text-align:left"><tr><td style="padding:0 0 16px;font:600 20px Georgia,serif">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:32px 24px;background:#fffdf9;border:1px solid ${line};border-radius:8px"><h1 style="margin:0 0 16px;font:600 24px/1.25 Georgia,serif">${escapeHtml(letter.subject)}</h1>
${letter.blocks.map(htmlOf).join('\n')}</td></tr>
<tr><td style="padding:16px 0;color:${soft};font-size:13px">${escapeHtml(footer(letter))}</td></tr></table></td></tr></table></body></html>`

/** Sets a letter as plain text. */
export const renderText = (letter: Letter): string =>
  `${[letter.subject, ...letter.blocks.map(textOf)].join('\n\n')}\n\n--\n${footer(letter)}\n`
