import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const services = fileURLToPath(new URL('..', import.meta.url))

/** An error as text, or its message, in a log call. `errorFields` removes personal data and secrets from both. */
const rawError =
  /\blog\.(?:info|warn|error)\((?:(?!\n\s*\n)[^;])*?(?:String\(\w+\)|\$\{(?:cause|error|failure|reason)\}|\b(?:cause|error|failure|reason)\.(?:message|stack)\b)/

test('a function logs an error by errorFields only', () => {
  const files = readdirSync(services, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((file) => rawError.test(readFileSync(`${services}${file}`, 'utf8')))).toEqual([])
})
