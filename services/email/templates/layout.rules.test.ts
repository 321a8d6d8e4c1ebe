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
  expect(html).toContain('ZZ1&nbsp;1ZZ</td>')
})

test('the text that a user wrote is quoted as it is', () => {
  expect(htmlOf({ kind: 'quote', text: 'from 1 May 2026' })).toContain('>from 1 May 2026</blockquote>')
})

test('a short label stays on one line, and a long value breaks inside a word, not beside the card', () => {
  const html = htmlOf({
    kind: 'details',
    rows: [
      ['Use it by', 'nadia.oyelaran@harbour-lettings.example'],
      ['Price of each month after that', '29 March 2027'],
    ],
  })
  expect(html).toContain('>Use&nbsp;it&nbsp;by</td>')
  expect(html).toContain('>Price of each month after that</td>')
  expect(html).toMatch(/word-break:break-word[^>]*>nadia\./)
  expect(html).not.toMatch(/word-break[^>]*>29/)
})

test('a label as long as the label of an invoice breaks, so that the date below it fits a small phone', () => {
  const html = htmlOf({ kind: 'details', rows: [['Invoice number', 'A1B2C3D4-0001']] })
  expect(html).toContain('>Invoice number</td>')
})

test('a long word in a text by a user breaks, so that it does not leave the card', () => {
  const url = `https://agency.example/${'a'.repeat(60)}`
  const subject = 'a'.repeat(100)
  const html = renderHtml({
    subject,
    reason: 'B',
    blocks: [
      { kind: 'quote', text: `Is ${url} right?` },
      { kind: 'text', text: `See ${url}.` },
      // The reminder about late items shows their topics as labels.
      { kind: 'details', rows: [[`${subject} (6770C404)`, '29 March 2027']] },
    ],
  })
  expect(html).toMatch(/<blockquote[^>]*word-break:break-word[^>]*>Is https/)
  expect(html).toMatch(/<p[^>]*word-break:break-word[^>]*>See https/)
  expect(html).toMatch(/<h1[^>]*word-break:break-word[^>]*>aaa/)
  expect(html).toMatch(/<td[^>]*word-break:break-word[^>]*>aaa/)
})

test('an email address in a table breaks after its @, before it breaks inside a word', () => {
  const html = htmlOf({ kind: 'details', rows: [['Email', 'help@fanlight.example']] })
  expect(html).toContain('>help@<wbr>fanlight.example</td>')
})

test('a link block breaks its URL inside a word', () => {
  const html = htmlOf({ kind: 'link', text: 'Terms', url: 'https://advice.example/terms?a=1&b=2' })
  expect(html).toMatch(
    /Terms: <a class="link" href="https:\/\/advice\.example\/terms\?a=1&amp;b=2" style="[^"]*word-break:break-all">/,
  )
})
