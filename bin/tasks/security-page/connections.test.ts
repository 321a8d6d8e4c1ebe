import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from '../boundaries/source-files.ts'
import { isTestFile } from '../boundaries/zones.ts'

const root = process.cwd()
const sources = sourceFiles(root).toSorted()

const filesIn = (folders: RegExp) =>
  sources
    .filter((file) => folders.test(file) && !isTestFile(file))
    .map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') }))

/** The code of the functions, without the inline script of the pages. */
const files = filesIn(/^(?:services|shared)\/(?!values\/early-calls\.ts$)/)

const filesWith = (pattern: RegExp, all = files): string[] =>
  all.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

describe('functions', () => {
  test('open connections to AWS, Stripe and the chat provider only, at addresses of their settings', () => {
    expect(filesWith(/\bfetch\(|from '(?:node:)?(?:https?|http2|net|tls|dgram|dns)'/)).toEqual([
      'services/chat/chat-api.ts',
      // The extension that reads secrets runs on the function's own host.
      'services/platform/secrets.ts',
    ])
    expect(filesWith(/new Stripe\(/)).toEqual(['services/platform/stripe.ts'])
    expect(filesWith(/\bWebSocket\(|from '(?:undici|axios|ws)'/)).toEqual([])
  })

  test('follow no redirects', () => {
    for (const { text } of files)
      expect(text.match(/\bfetch\(/g)?.length ?? 0).toBe(text.match(/redirect: 'error'/g)?.length ?? 0)
  })

  test('verify certificates', () => {
    expect(filesWith(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual([])
  })

  test('start no programs and run no text as code', () => {
    expect(filesWith(/from 'node:(?:child_process|vm)'|\beval\(|new Function\(/)).toEqual([])
  })

  test('write no logs but one line of JSON to their own group', () => {
    expect(filesWith(/process\.std(?:out|err)|\bconsole\.|from 'node:fs/)).toEqual([
      'services/platform/log-line.ts',
    ])
  })
})

describe('pages', () => {
  test('insert no text as HTML, run none as code, and accept no messages of other windows', () => {
    const pages = filesIn(/^web\/src\/(?!.*\/fakes\/)/)
    expect(pages.length).toBeGreaterThan(100)
    expect(
      filesWith(/dangerouslySetInnerHTML|(?:inner|outer|Adjacent)HTML|document\.write\(/, pages),
    ).toEqual([])
    expect(filesWith(/\beval\(|new Function\(/, pages)).toEqual([])
    expect(filesWith(/window\.addEventListener\('message'|\bonmessage = (?!previousHandler)/, pages)).toEqual(
      [],
    )
  })
})
