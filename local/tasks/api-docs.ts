import { readFileSync, writeFileSync } from 'node:fs'
import * as prettier from 'prettier'
import { apiPage } from './api-docs/page.ts'

/** Writes docs/api.md from the contract; with `--check`, only says whether the page is up to date. */
const file = 'docs/api.md'
const page = await prettier.format(apiPage(), {
  ...(await prettier.resolveConfig(file)),
  parser: 'markdown',
})

const current = (): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // a page that is not there yet is as stale as an old one
  }
}

if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (current() !== page) {
  console.error(`${file} does not say what shared/contract says.`)
  process.exitCode = 1
}
