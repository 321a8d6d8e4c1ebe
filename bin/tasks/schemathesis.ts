import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const usage = `npm run schemathesis -- --site http://localhost:3000 [--examples 50] [--seed 7]

Sends requests that docs/openapi.json allows and forbids to a running local cloud (\`npm start\`), and compares the
responses with it. Schemathesis is a Python program: pipx install schemathesis`

/** Checks of each response: no 5xx, and a status, content type and body that the document declares. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
]

const main = (): number => {
  const { values } = parseArgs({
    options: {
      site: { type: 'string' },
      examples: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
    },
  })
  if (values.site === undefined) throw new Error(usage)
  if (!/^https?:\/\/localhost(?::\d+)?$/.test(values.site))
    throw new Error('Only a local cloud: the requests create accounts and send emails.')
  const args = ['run', 'docs/openapi.json', '--url', values.site, '--checks', checks.join(',')]
  const limits = ['--max-examples', values.examples, '--seed', values.seed]
  const { status, error } = spawnSync('schemathesis', [...args, ...limits], { stdio: 'inherit' })
  if (error !== undefined) throw new Error(`schemathesis cannot be started (${error.message}).\n\n${usage}`)
  return status ?? 1
}

try {
  process.exitCode = main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
