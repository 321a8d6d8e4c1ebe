import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseCommandLine } from './command-line/options.ts'
import { applyChanges } from './new/apply.ts'
import { newOperation } from './new/operation.ts'

const usage = `npm run new -- operation <domain>/<verb-noun>

Writes the contract entry, the folder and failing tests of an operation, for example tickets/close-ticket.`

try {
  const config = { args: process.argv.slice(2), allowPositionals: true }
  const [kind, name, ...rest] = parseCommandLine(config, usage, process.env).positionals
  if (kind !== 'operation' || name === undefined || rest.length > 0) throw new Error(usage)
  const root = process.cwd()
  const exists = (path: string) => existsSync(join(root, path))
  const changes = newOperation(name, exists, readdirSync(join(root, 'services')))
  const [domain = ''] = name.split('/')
  const isNewDomain = !exists(`services/${domain}`)
  applyChanges(root, changes)
  console.log([...new Set(changes.map(({ path }) => `  ${path}`))].join('\n'))
  if (isNewDomain) console.log(`The domain ${domain} is new: add it to partOfDomain in lib/stacks/api.ts.`)
  console.log('docs/adding-an-operation.md explains what to fill in.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
