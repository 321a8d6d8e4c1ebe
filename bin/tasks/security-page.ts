import { existsSync, readFileSync } from 'node:fs'
import { brand } from '#shared/values/brand.ts'
import { problemsOf } from './security-page/citations.ts'
import { assessmentProblems } from './security-page/requirements.ts'

/**
 * Checks that docs/security.md assesses every requirement once, that every test and document that it names exists, and
 * that SECURITY.md has the configured address.
 */
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

const page = read('docs/security.md') ?? ''
const problems = [
  ...problemsOf(page, read),
  ...assessmentProblems(page),
  ...((read('SECURITY.md') ?? '').includes(brand.securityEmail)
    ? []
    : [`SECURITY.md does not name ${brand.securityEmail} of shared/values/brand.ts`]),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
