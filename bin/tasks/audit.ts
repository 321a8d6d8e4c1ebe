import { readFileSync } from 'node:fs'
import { licenceProblems } from './audit/licences.ts'
import { vulnerabilitiesOf } from './audit/vulnerabilities.ts'
import { endWithArguments } from './command-line/options.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run audit`: checks the licences of all packages, and asks the package registry for known vulnerabilities.
 * Fails if the registry does not respond, because vulnerabilities are then unknown.
 */
endWithArguments(
  'npm run audit',
  'It checks the licences of all packages, and asks the package registry for known vulnerabilities.',
)

const licences = licenceProblems(JSON.parse(readFileSync('package-lock.json', 'utf8')))
for (const problem of licences) console.error(problem)
if (licences.length === 0) console.log('licences: all packages have an accepted licence')

// Without --silent, npm's warnings would be mixed into the output.
const { output } = await runCommand('npm', ['audit', '--json', '--silent'])
const vulnerabilities = vulnerabilitiesOf(output)
for (const line of vulnerabilities.lines) console.error(line)
console.log(`vulnerabilities: ${vulnerabilities.summary}`)
process.exitCode = licences.length === 0 && vulnerabilities.passed ? 0 : 1
