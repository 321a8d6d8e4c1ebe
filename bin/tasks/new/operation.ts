import { functions } from '#lib/functions.ts'

/** A file to write. `append` adds the text to an existing file; `insertBefore` puts it in front of a marker. */
export interface FileChange {
  readonly path: string
  readonly text: string
  readonly how: 'create' | 'append' | { readonly insertBefore: string }
}

const namePattern = /^([a-z]+(?:-[a-z]+)*)\/([a-z]+(?:-[a-z]+)+)$/

const camelCase = (kebab: string): string =>
  kebab.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** `reopen-ticket` → `Reopen ticket` */
const words = (kebab: string): string => kebab.charAt(0).toUpperCase() + kebab.slice(1).replaceAll('-', ' ')

/** Part of each new summary that its author replaces. A test finds a summary that still has it. */
export const summaryToReplace = 'say in one sentence what it does'

const contractEntry = (verb: string): string => `
export const ${camelCase(verb)} = operation({
  name: '${verb}',
  summary: '${words(verb)}: ${summaryToReplace}.',
  caller: 'signedIn',
  body: z.object({}),
  ok: z.object({}),
  errors: [],
  limits: [{ by: 'user', max: 30, windowSeconds: 3600 }],
})
`

const contractFile = (verb: string): string =>
  `import * as z from 'zod/mini'\nimport { operation } from './operation.ts'\n${contractEntry(verb)}`

/** Adds the contract file of a new domain to the list of contract files. */
const contractListEntries = (domain: string): FileChange[] => [
  {
    path: 'shared/contract/index.ts',
    text: `import * as ${camelCase(domain)} from './${domain}.ts'\n`,
    how: { insertBefore: '\n/**\n * The exports of every domain' },
  },
  {
    path: 'shared/contract/index.ts',
    text: `  ...${camelCase(domain)},\n`,
    how: { insertBefore: '}\nexport type Contract' },
  },
]

/** Adds a function to the list of functions, before the function of the next folder. */
const functionListEntries = (domain: string, verb: string): FileChange[] => {
  const folder = `services/${domain}/${verb}`
  const next = functions.find((one) => one.folder > folder)
  const nextId = next && camelCase(next.name)
  return [
    {
      path: 'lib/functions.ts',
      text: `import ${camelCase(verb)} from '#${folder}/function.ts'\n`,
      how: { insertBefore: nextId === undefined ? '\n/** ' : `import ${nextId} from` },
    },
    {
      path: 'lib/functions.ts',
      text: `  ${camelCase(verb)},\n`,
      how: { insertBefore: nextId === undefined ? ']\n' : `  ${nextId},\n` },
    },
  ]
}

const functionFile = (
  domain: string,
  verb: string,
): string => `import { ${camelCase(verb)} } from '#shared/contract/${domain}.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/${domain}/${verb}',
  source: { operation: ${camelCase(verb)} },
  permissions: {},
})
`

const handlerFile = (
  domain: string,
  verb: string,
): string => `import { ${camelCase(verb)} } from '#shared/contract/${domain}.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { Table } from '#platform/table/table.ts'

interface Dependencies {
  readonly table: Table
}

/** ${words(verb)}: say what the signature does not show. */
export const handle: Handle<typeof ${camelCase(verb)}, Dependencies> = async () => {
  throw new Error('${verb} has no handler yet')
}

const table = new Table()
export const handler = serve(${camelCase(verb)}, handle, { table }, { table })
`

const rulesTestFile = (domain: string, verb: string): string => {
  const name = camelCase(verb)
  const missing = (what: string) => `  test('${what}', () => {
    expect.unreachable('write this test')
  })`
  return `import { describe, expect, test } from 'vitest'
import { ${name} } from '#shared/contract/${domain}.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')

describe('${verb}', () => {
  test('returns the same response when it is sent twice', async () => {
    const world = inMemory({ now })
    const caller = await world.account()
    const send = () => callInMemory(${name}, handle, { caller, now }, { table: world.table })
    expect(await send()).toEqual({ status: 200, body: {} })
    expect(await send()).toEqual({ status: 200, body: {} })
  })

${missing('rejects a caller who is not the owner')}

${missing('rejects what the rule forbids')}
})
`
}

const cloudTestFile = (domain: string, verb: string): string => {
  const name = camelCase(verb)
  return `import { describe, expect, test } from 'vitest'
import { ${name} } from '#shared/contract/${domain}.ts'
import { callOk } from '#test/kit/call.ts'
import { given } from '#test/kit/given.ts'

describe('${verb}', () => {
  test('accepts a valid request', async () => {
    expect(await callOk(${name}, { as: await given.user() })).toEqual({})
  })
})
`
}

/**
 * Returns the changes that add an operation: contract entry, function folder, tests that fail until they are
 * filled in, and the entries in the lists of functions and contract files.
 *
 * @param name `<domain>/<verb-noun>`, for example `tickets/reopen-ticket`
 * @param exists returns whether a file of the project exists
 * @param domains all domains of the service: no two operations have the same name
 * @throws Error when the name is malformed or the operation exists
 */
export const newOperation = (
  name: string,
  exists: (path: string) => boolean,
  domains: readonly string[] = [],
): FileChange[] => {
  const [, domain, verb] = namePattern.exec(name) ?? []
  if (domain === undefined || verb === undefined)
    throw new Error(`"${name}" is not <domain>/<verb-noun> in kebab-case, for example tickets/reopen-ticket`)
  const folder = `services/${domain}/${verb}`
  const taken = [domain, ...domains].map((one) => `services/${one}/${verb}`).find(exists)
  if (taken !== undefined) throw new Error(`${taken} exists already: choose another name`)
  const contract = `shared/contract/${domain}.ts`
  const inContract: FileChange[] = exists(contract)
    ? [{ path: contract, text: contractEntry(verb), how: 'append' }]
    : [{ path: contract, text: contractFile(verb), how: 'create' }, ...contractListEntries(domain)]
  return [
    ...inContract,
    { path: `${folder}/function.ts`, text: functionFile(domain, verb), how: 'create' },
    { path: `${folder}/handler.ts`, text: handlerFile(domain, verb), how: 'create' },
    { path: `${folder}/handler.rules.test.ts`, text: rulesTestFile(domain, verb), how: 'create' },
    { path: `${folder}/handler.test.ts`, text: cloudTestFile(domain, verb), how: 'create' },
    ...functionListEntries(domain, verb),
  ]
}
