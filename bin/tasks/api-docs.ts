import { readFileSync, writeFileSync } from 'node:fs'
import { openApi } from './api-docs/open-api.ts'
import { apiPage } from './api-docs/page.ts'
import { endWithArguments } from './command-line/options.ts'
import { formatText } from './format/format-text.ts'

/** Writes docs/api.md and docs/openapi.json from the contract. With `--check`, fails when they are out of date. */
endWithArguments(
  'npm run api-docs',
  'It writes docs/api.md and docs/openapi.json from the contract. With --check it writes nothing, and fails if they are out of date.',
  ['--check'],
)

const formatted = async (file: string, text: string) => ({ file, text: await formatText(file, text) })

const documents = await Promise.all([
  formatted('docs/api.md', apiPage()),
  formatted('docs/openapi.json', JSON.stringify(openApi())),
])

const current = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // A missing document is out of date.
  }
}

for (const { file, text } of documents)
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text)
    console.log(`Wrote ${file}.`)
  } else if (current(file) !== text) {
    console.error(`${file} does not match shared/contract.`)
    process.exitCode = 1
  }
