import { expect, test } from 'vitest'
import { type Block, renderHtml } from './layout.ts'

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
