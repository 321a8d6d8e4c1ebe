import { brand } from '#shared/values/brand.ts'
import { escapeHtml, withEmailBreaks } from '#platform/html.ts'
import { colours, darkStyles } from './colours.ts'

/** One part of an email. It is rendered as HTML and as plain text. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  /** The URL of a page, after a few words. */
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  /** Text that a user wrote. It keeps its line breaks and is marked as a quotation. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly { readonly title: string; readonly text: string }[] }
  | { readonly kind: 'details'; readonly rows: readonly (readonly [label: string, value: string])[] }

export interface Email {
  readonly subject: string
  /** Shown after the subject in a list of emails. Default: the first text. */
  readonly preheader?: string
  /** Reason why the recipient gets this email. Shown in the footer. */
  readonly reason: string
  /** URL that stops emails of this kind. Shown in the footer and offered by mail programs. */
  readonly stopUrl?: string
  readonly blocks: readonly Block[]
}

const { page, card, text, muted, line, accent, onAccent } = colours

/** Escapes a text of ours for HTML. Keeps dates, times, postcodes and invoice numbers on one line. */
const wordsHtml = (words: string): string =>
  escapeHtml(words)
    .replaceAll(/\b(\d{1,2}) ([A-Z][a-z]{2,8}) (\d{4})\b/g, '$1&nbsp;$2&nbsp;$3')
    .replaceAll(/\bat (\d\d:\d\d)\b/g, 'at&nbsp;$1')
    .replaceAll(/\b([A-Z]{1,2}\d[A-Z\d]?) (\d[A-Z]{2})\b/g, '$1&nbsp;$2')
    .replaceAll(/\b[A-Z\d]{8}-\d{4}\b/g, '<span style="white-space:nowrap">$&</span>')

/** Escapes a value of a table. */
const valueHtml = (value: string): string => withEmailBreaks(wordsHtml(value))

/** Splits a text of a user at its line breaks, in the form that any system uses. */
const linesOf = (text: string): string[] => text.split(/\r\n|[\n\r\u2028\u2029]/)

const linkHtml = (url: string): string =>
  `<a class="link" href="${escapeHtml(url)}" style="color:${accent.light};word-break:break-all">${escapeHtml(url)}</a>`

const blockHtml = (block: Block): string => {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${wordsHtml(block.text)}</p>`
    case 'heading':
      return `<h2 style="margin:32px 0 8px;font:600 19px/1.3 Georgia,serif;text-wrap:balance">${wordsHtml(block.text)}</h2>`
    case 'button':
      return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;padding:14px 24px;border-radius:6px;background:${accent.light};color:${onAccent.light};font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>
<p class="muted" style="margin:0 0 16px;color:${muted.light};font-size:14px">If the button doesn’t work, copy this address into your browser:<br>${linkHtml(block.url)}</p>`
    case 'link':
      return `<p style="margin:0 0 16px">${wordsHtml(block.text)}: ${linkHtml(block.url)}</p>`
    case 'quote':
      // `white-space` keeps runs of spaces. Outlook for Windows ignores it.
      return `<blockquote dir="auto" class="line" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${line.light};white-space:pre-wrap">${linesOf(block.text).map(escapeHtml).join('<br>')}</blockquote>`
    case 'list':
      return `<ul style="margin:0 0 16px;padding:0 0 0 20px">${block.items
        .map(
          ({ title, text: words }) =>
            `<li style="margin:0 0 8px"><strong dir="auto">${escapeHtml(title)}</strong>: ${wordsHtml(words)}</li>`,
        )
        .join('')}</ul>`
    case 'details':
      // A value that does not fit beside its label moves below it. Clients without `float` show it after the label.
      return `<table role="presentation" style="width:100%;margin:0 0 16px;border-collapse:collapse;table-layout:fixed">${block.rows
        .map(
          ([label, value]) =>
            `<tr><td class="line" style="padding:8px 0;border-bottom:1px solid ${line.light}"><span dir="auto" class="muted" style="float:left;padding-right:16px;word-break:break-word;color:${muted.light}">${escapeHtml(label)}</span> <span dir="auto" style="float:right;text-align:right;font-weight:600;word-break:break-word">${valueHtml(value)}</span></td></tr>`,
        )
        .join('')}</table>`
  }
}

const blockText = (block: Block): string => {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'heading':
      return `${block.text}\n${'-'.repeat(block.text.length)}`
    case 'button':
      return `${block.label}:\n${block.url}`
    case 'link':
      return `${block.text}: ${block.url}`
    case 'quote':
      return linesOf(block.text)
        .map((words) => `> ${words}`)
        .join('\n')
    case 'list':
      return block.items.map(({ title, text: words }) => `- ${title}: ${words}`).join('\n')
    case 'details':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
  }
}

const footer = ({ reason }: Email) =>
  `${reason} ${brand.legalName}, ${brand.postalAddress}. Questions? Email ${brand.supportEmail}.`

const stopHtml = ({ stopUrl }: Email): string =>
  stopUrl === undefined
    ? ''
    : `<br><a class="link" href="${escapeHtml(stopUrl)}" style="color:${accent.light}">Stop these emails</a>`

const stopText = ({ stopUrl }: Email): string =>
  stopUrl === undefined ? '' : `Stop these emails: ${stopUrl}\n`

/** Fills the preview of an email after the preheader, so that email clients do not show the text that follows. */
const blank = '&#847;&zwnj;&nbsp;'.repeat(60)

const preheaderHtml = ({ preheader, blocks }: Email): string => {
  const first = blocks.find((block) => block.kind === 'text')
  const words = escapeHtml(preheader ?? first?.text ?? '')
  return `<div style="display:none;max-height:0;overflow:hidden">${words}${blank}</div>`
}

/**
 * Renders an email as HTML with tables and inline styles, which email clients support. The tables have a fixed layout, so
 * that a word that does not fit is broken and makes no table wider than the screen.
 */
export const renderHtml = (email: Email): string => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(email.subject)}</title><style>:root{color-scheme:light dark}
${darkStyles}</style></head>
<body class="page" style="margin:0;background:${page.light};color:${text.light};font:16px/1.6 system-ui,-apple-system,'Segoe UI',sans-serif">
${preheaderHtml(email)}
<table role="presentation" class="page" style="width:100%;border-collapse:collapse;table-layout:fixed;background:${page.light};color:${text.light}"><tr><td style="padding:32px 16px" align="center">
<table role="presentation" style="width:100%;max-width:560px;border-collapse:collapse;table-layout:fixed;text-align:left;overflow-wrap:break-word"><tr><td style="padding:0 0 16px;font:600 20px Georgia,serif">${escapeHtml(brand.name)}</td></tr>
<tr><td class="card" style="padding:32px 24px;background:${card.light};border:1px solid ${line.light};border-radius:8px"><h1 style="margin:0 0 16px;font:600 24px/1.25 Georgia,serif;text-wrap:balance">${wordsHtml(email.subject)}</h1>
${email.blocks.map(blockHtml).join('\n')}</td></tr>
<tr><td class="muted" style="padding:16px 0;color:${muted.light};font-size:13px">${wordsHtml(footer(email))}${stopHtml(email)}</td></tr></table></td></tr></table></body></html>`

/** Renders an email as plain text. */
export const renderText = (email: Email): string =>
  `${[email.subject, ...email.blocks.map(blockText)].join('\n\n')}\n\n--\n${footer(email)}\n${stopText(email)}`
