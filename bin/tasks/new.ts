import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { applyChanges } from './new/apply.ts'
import { newOperation } from './new/operation.ts'

/** `npm run new -- operation <domain>/<verb-noun>`: writes the contract entry, the folder and failing tests. */
const usage = 'Usage: npm run new -- operation <domain>/<verb-noun>'

try {
  const [kind, name, ...rest] = process.argv.slice(2)
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
