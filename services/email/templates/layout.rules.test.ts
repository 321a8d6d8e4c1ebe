import { expect, test } from 'vitest'
import { type Block, renderHtml, renderText } from './layout.ts'

test('the postcode of the footer stays on one line', () => {
  const html = renderHtml({ subject: 'A', reason: 'B', blocks: [] })
  expect(html).toContain('Sampleton, ZZ1&nbsp;1ZZ')
})

const htmlOf = (...blocks: Block[]) => renderHtml({ subject: 'Renews on 29 March 2027', reason: 'B', blocks })

test('dates, times, postcodes and invoice numbers stay on one line', () => {
  const html = htmlOf(
    { kind: 'text', text: 'On 29 March 2027 at 00:30 (invoice A1B2C3D4-0001).' },
    { kind: 'details', rows: [['Registered office', '1 Example Row, ZZ1 1ZZ']] },
  )
  expect(html).toContain('Renews on 29&nbsp;March&nbsp;2027</h1>')
  expect(html).toContain(
    'On 29&nbsp;March&nbsp;2027 at&nbsp;00:30 (invoice <span style="white-space:nowrap">A1B2C3D4-0001</span>).',
  )
  expect(html).toContain('ZZ1&nbsp;1ZZ</span>')
})

test('the text that a user wrote is quoted as it is', () => {
  expect(htmlOf({ kind: 'quote', text: 'from 1 May 2026' })).toContain('>from 1 May 2026</blockquote>')
})

test('a quotation keeps its line breaks, also in clients that do not know `white-space`', () => {
  const text = 'First line\r\n\nThird <line>'
  expect(htmlOf({ kind: 'quote', text })).toContain('>First line<br><br>Third &lt;line&gt;</blockquote>')
  const plain = renderText({ subject: 'A', reason: 'B', blocks: [{ kind: 'quote', text }] })
  expect(plain).toContain('\n\n> First line\n> \n> Third <line>\n\n')
})

test('text of users is shown in its own direction', () => {
  const arabic = 'هل يمكنني ذلك؟'
  const html = htmlOf(
    { kind: 'quote', text: arabic },
    { kind: 'details', rows: [[`${arabic} (4F2A9C1B)`, arabic]] },
    { kind: 'list', items: [{ title: arabic, text: 'New.' }] },
  )
  for (const element of [
    `<blockquote dir="auto" [^>]*>${arabic}</blockquote>`,
    `<span dir="auto" [^>]*>${arabic} \\(4F2A9C1B\\)</span>`,
    `<span dir="auto" [^>]*>${arabic}</span>`,
    `<strong dir="auto">${arabic}</strong>`,
  ])
    expect(html).toMatch(new RegExp(element))
})

test('an email address in a table breaks after its @, before it breaks inside a word', () => {
  const html = htmlOf({ kind: 'details', rows: [['Email', 'help@fanlight.example']] })
  expect(html).toContain('>help@<wbr>fanlight.example</span>')
})

test('a link block breaks its URL inside a word', () => {
  const html = htmlOf({ kind: 'link', text: 'Terms', url: 'https://advice.example/terms?a=1&b=2' })
  expect(html).toMatch(
    /Terms: <a class="link" href="https:\/\/advice\.example\/terms\?a=1&amp;b=2" style="[^"]*word-break:break-all">/,
  )
})
