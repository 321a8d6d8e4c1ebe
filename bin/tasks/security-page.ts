import { existsSync, readFileSync } from 'node:fs'
import { brand } from '#shared/values/brand.ts'
import { problemsOf } from './security-page/citations.ts'

/** Checks that every test that docs/security.md names exists, and that SECURITY.md has the configured address. */
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

const problems = [
  ...problemsOf(read('docs/security.md') ?? '', read),
  ...((read('SECURITY.md') ?? '').includes(brand.securityEmail)
    ? []
    : [`SECURITY.md does not name ${brand.securityEmail} of shared/values/brand.ts`]),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
