import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from '../boundaries/source-files.ts'
import { isTestFile } from '../boundaries/zones.ts'

const root = process.cwd()
const files = sourceFiles(root)
  .toSorted()
  .filter((file) => /^(?:services|shared|web\/src)\//.test(file) && !isTestFile(file))
  .map((file) => ({ file, text: readFileSync(`${root}/${file}`, 'utf8') }))

/** Returns the first argument of each call: the name of an algorithm, or of a variable with it. */
const algorithmsOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:create(?:Hash|Hmac|Cipheriv|Decipheriv)|hkdfSync)\(\s*([^,)]+)/g)].map(
    ([, name = '']) => name.replaceAll("'", ''),
  )

describe('the functions and the pages', () => {
  test('use the algorithms that docs/security.md lists, in the files that it names', () => {
    const page = readFileSync(`${root}/docs/security.md`, 'utf8')
    const [, section = ''] = /## Keys and algorithms\n([\s\S]*?)\n## /.exec(page) ?? []
    const found = files.flatMap(({ file, text }) => algorithmsOf(text).map((name) => ({ file, name })))
    // `algorithm` is AES-256-GCM in seal.ts, and one of the two hashes in signatures.ts.
    expect(new Set(found.map(({ name }) => name))).toEqual(new Set(['sha256', 'sha1', 'algorithm']))
    for (const { file } of found) expect(section).toContain(`\`${file}\``)
  })

  test('use SHA-1 only where authenticator apps and Tawk.to require it', () => {
    const withSha1 = files.filter(({ text }) => /['"]sha-?1['"]/i.test(text)).map(({ file }) => file)
    expect(withSha1).toEqual(['services/chat/chat-webhook/signatures.ts', 'services/platform/totp.ts'])
  })

  test('use no weak cipher, no weak padding and no random numbers that can be guessed', () => {
    const weak = /['"](?:md5|md4|rc4|des\b|des-|bf-|aes-\d+-(?:ecb|cbc))|RSA_PKCS1_PADDING/i
    expect(files.filter(({ text }) => weak.test(text)).map(({ file }) => file)).toEqual([])
    const guessable = files.filter(({ text }) => text.includes('Math.random')).map(({ file }) => file)
    // This random number only spreads the retries of concurrent requests.
    expect(guessable).toEqual(['services/platform/table/table.ts'])
  })
})
