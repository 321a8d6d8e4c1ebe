import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { operations } from '#shared/contract/index.ts'
import { applyChanges } from './apply.ts'
import { newOperation, summaryToReplace } from './operation.ts'

const existing = new Set(['shared/contract/tickets.ts', 'services/tickets/submit-ticket'])
const exists = (path: string) => existing.has(path)

describe('newOperation', () => {
  test('writes the contract entry, the folder, the tests and the list entry', () => {
    expect(newOperation('tickets/reopen-ticket', exists).map(({ path }) => path)).toEqual([
      'shared/contract/tickets.ts',
      'services/tickets/reopen-ticket/function.ts',
      'services/tickets/reopen-ticket/handler.ts',
      'services/tickets/reopen-ticket/handler.rules.test.ts',
      'services/tickets/reopen-ticket/handler.test.ts',
      'lib/functions.ts',
      'lib/functions.ts',
    ])
  })

  test('creates the contract file of a new domain', () => {
    const [contract, ...others] = newOperation('surveys/send-survey', exists)
    expect(contract).toMatchObject({ path: 'shared/contract/surveys.ts', how: 'create' })
    expect(others.map(({ path }) => path)).toContain('shared/contract/index.ts')
  })

  test('has a summary to replace, which no operation of the contract still has', () => {
    const [contract] = newOperation('surveys/send-survey', exists)
    expect(contract?.text).toContain(summaryToReplace)
    const unfinished = operations.filter(({ summary }) => summary.includes(summaryToReplace))
    expect(unfinished.map(({ name }) => name)).toEqual([])
  })

  const titlesIn = (file: string): string[] => {
    const change = newOperation('tickets/reopen-ticket', exists).find(({ path }) => path.endsWith(`/${file}`))
    return [...(change?.text ?? '').matchAll(/ {2}test\('([^']+)'/g)].map(([, title]) => String(title))
  }

  test('tests rules and repeats on a table in memory', () => {
    expect(titlesIn('handler.rules.test.ts')).toEqual([
      'returns the same response when it is sent twice',
      'rejects a caller who is not the owner',
      'rejects what the rule forbids',
    ])
  })

  test('tests the accepted case on the local cloud', () => {
    expect(titlesIn('handler.test.ts')).toEqual(['accepts a valid request'])
  })

  test.each(['tickets', 'tickets/reopen', 'Tickets/reopenTicket', '../tickets/reopen-ticket'])(
    'rejects the name %s',
    (name) => {
      expect(() => newOperation(name, exists)).toThrow('kebab-case')
    },
  )

  test('rejects an operation that exists', () => {
    expect(() => newOperation('tickets/submit-ticket', exists)).toThrow('exists already')
  })

  test('rejects the name of an operation of another domain, which would be a second route of that name', () => {
    expect(() => newOperation('inbox/submit-ticket', exists, ['contact', 'tickets'])).toThrow(
      'services/tickets/submit-ticket exists already',
    )
  })
})

describe('applyChanges', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'new-operation-'))
    for (const path of ['shared/contract/tickets.ts', 'shared/contract/index.ts', 'lib/functions.ts'])
      cpSync(path, join(root, path), { recursive: true })
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  test('adds the function to the list in lib/functions.ts, in order of folders', () => {
    applyChanges(root, newOperation('tickets/reopen-ticket', exists))
    const list = readFileSync(join(root, 'lib/functions.ts'), 'utf8')
    expect(list).toContain(
      "import reopenTicket from '#services/tickets/reopen-ticket/function.ts'\nimport submitTicket from ",
    )
    expect(list).toContain('\n  listTickets,\n  reopenTicket,\n  submitTicket,\n')
  })

  test('adds the function of the last folder to the end of the list', () => {
    applyChanges(root, newOperation('zones/add-zone', exists))
    const list = readFileSync(join(root, 'lib/functions.ts'), 'utf8')
    expect(list).toContain("import addZone from '#services/zones/add-zone/function.ts'\n\n/** ")
    expect(list).toMatch(/\n {2}addZone,\n\]\n$/)
  })

  test('adds the contract file of a new domain to the list in shared/contract/index.ts', () => {
    applyChanges(root, newOperation('customer-surveys/send-survey', exists))
    const list = readFileSync(join(root, 'shared/contract/index.ts'), 'utf8')
    expect(list).toContain("\nimport * as customerSurveys from './customer-surveys.ts'\n")
    expect(list).toMatch(/\n {2}\.\.\.customerSurveys,\n\}\n/)
  })

  test('overwrites nothing', () => {
    const changes = newOperation('tickets/reopen-ticket', exists)
    applyChanges(root, changes)
    expect(() => applyChanges(root, changes)).toThrow('exists already')
  })
})
