import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { neededConcurrency } from '#bin/tasks/deploy/concurrency.ts'
import { projectRoot } from '#lib/bundle-functions.ts'
import { functions } from '#lib/functions.ts'
import { settingNames } from '#lib/stage-settings.ts'
import { resourcesOf, templatesOf } from './synthesized.ts'

const readPage = (name: string): string => readFileSync(join(projectRoot, 'docs', name), 'utf8')
const runbook = readPage('runbook.md')
const newStage = readPage('new-stage.md')
/** Both pages for operators. */
const pages = `${runbook}\n${newStage}`
const templates = templatesOf('prod')

const sectionOf = (page: string, title: string): string =>
  page.split(/^(?=## )/m).find((section) => section.startsWith(`## ${title}\n`)) ?? ''

const alarmsSection = sectionOf(runbook, 'Alarms')

/** The code that writes the logs. */
const servicesCode = readdirSync(join(projectRoot, 'services'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
  .map((file) => readFileSync(join(projectRoot, 'services', file), 'utf8'))
  .join('\n')

/** The API's own log has other fields. */
const apiLogCode = readFileSync(join(projectRoot, 'lib', 'stacks', 'web.ts'), 'utf8')

/** The queries of the pages, in the language of CloudWatch Logs Insights. */
const queries = [...pages.matchAll(/`((?:fields|filter) [^`]+)`/g)].map(([, query]) => String(query))

/** Words of the query language. Everything else outside quotes is a field of a log line. */
const queryWords = new Set([
  'as',
  'in',
  'latest',
  'fields',
  'filter',
  'stats',
  'sort',
  'by',
  'and',
  'or',
  'like',
  'not',
  'desc',
  'count',
  'pct',
  'bin',
])

/** Names that a query gives to its own results: `count() as requests`. */
const aliasesIn = (query: string): string[] =>
  [...query.matchAll(/\bas (\w+)/g)].map(([, alias]) => String(alias))

const fieldsIn = (query: string): string[] => {
  const known = new Set([...queryWords, ...aliasesIn(query)])
  return (query.replaceAll(/"[^"]*"/g, '').match(/\b[a-z]\w*/gi) ?? []).filter((word) => !known.has(word))
}

const entries = alarmsSection.split('\n### ').slice(1)

/** The severities of an alarm's entry, which the alarms of several functions share. */
const severitiesOf = (entry: string): string[] => [
  ...new Set(
    resourcesOf(templates.operations, 'AWS::CloudWatch::Alarm').flatMap(([, { Properties }]) => {
      const [, severity, named] = /^advice-prod-([a-z]+)-(\w+)/.exec(String(Properties['AlarmName'])) ?? []
      return named === entry && severity !== undefined ? [severity] : []
    }),
  ),
]

describe('the pages for operators', () => {
  test('has one entry for each alarm of each stack and each budget, and no other', () => {
    const everything = Object.values(templates)
    const alarms = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'].flatMap((type) =>
      everything.flatMap((template) => resourcesOf(template, type)),
    )
    const named = alarms.map(([id, { Properties }]) => {
      const [, name = `${id}, which names none`] =
        /Runbook: (\w+)$/.exec(String(Properties['AlarmDescription'])) ?? []
      return name
    })
    const budgets = everything.flatMap((template) => resourcesOf(template, 'AWS::Budgets::Budget'))
    named.push(...budgets.map(([id]) => id))
    expect(alarms.length).toBeGreaterThan(30)
    expect(
      entries.map((entry) => entry.split('\n')[0]).toSorted(),
      'describe a new alarm in docs/runbook.md, under Alarms',
    ).toEqual([...new Set(named)].toSorted())
  })

  test('lists each alarm with its severity, critical ones first, and what users notice', () => {
    const rows = [...alarmsSection.matchAll(/^\| \[(\w+)\]\(#(\w+)\) +\| (\w+) +\| (.+?) +\|$/gm)]
    const listed = rows.map(([, name = '', anchor = '', severity = '']) => {
      expect(anchor).toBe(name.toLowerCase())
      return [name, severity]
    })
    const named = entries.map((entry) => String(entry.split('\n')[0]))
    // AWS Budgets has no severity. Its alerts are as urgent as a warning.
    const expected = named.map((name) => [name, ...(name === 'Budget' ? ['warning'] : severitiesOf(name))])
    expect(listed.toSorted()).toEqual(expected.toSorted())
    expect(listed.map(([, severity]) => severity)).toEqual(listed.map(([, severity]) => severity).toSorted())
  })

  test('names only queues and buckets that exist', () => {
    const ids = Object.entries(templates).flatMap(([part, template]) =>
      ['AWS::SQS::Queue', 'AWS::S3::Bucket'].flatMap((type) =>
        resourcesOf(template, type).map(([id]) => `${part}-${id}`.toLowerCase()),
      ),
    )
    const named = [...pages.matchAll(/`advice-<stage>-([a-z]+-\w+)…`/gi)].map(([, name]) => String(name))
    expect(named.length).toBeGreaterThan(1)
    expect(named.filter((name) => !ids.some((id) => id.startsWith(name.toLowerCase())))).toEqual([])
  })

  test('finds the one bucket of the access logs by its id in the web stack, and the folder of CloudFront', () => {
    const prefix = /starts_with\(LogicalResourceId, `(\w+)`\)/.exec(runbook)?.[1] ?? 'none'
    const buckets = resourcesOf(templates.web, 'AWS::S3::Bucket').map(([id]) => id)
    const found = buckets.filter((id) => id.startsWith(prefix))
    expect(found).toHaveLength(1)
    templates.web.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Logging: { Bucket: { 'Fn::GetAtt': [found[0], 'RegionalDomainName'] }, Prefix: 'distribution/' },
      },
    })
    expect(runbook).toContain('"s3://$bucket/distribution/"')
  })

  test.each(entries.map((entry) => [entry.split('\n')[0], entry]))(
    'says what %s means, what to check and do, and when to escalate',
    (_, entry) => {
      for (const part of ['Means', 'Check', 'Do', 'Escalate']) expect(entry).toContain(`- **${part}:** `)
    },
  )

  test('names only functions that exist', () => {
    const named = [...pages.matchAll(/\/aws\/lambda\/advice-<stage>-([a-z-]+)/g)].map(([, name]) => name)
    const known = new Set(functions.map(({ name }) => name))
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((name) => name !== undefined && !known.has(name))).toEqual([])
  })

  test('names only secrets that exist', () => {
    const secrets = resourcesOf(templates.data, 'AWS::SecretsManager::Secret').map(([, { Properties }]) =>
      String(Properties['Name']).split('/').at(-1),
    )
    const named = [
      ...[...pages.matchAll(/\/advice\/<stage>\/([a-z-]+)/g)].map(([, name]) => name),
      ...[...pages.matchAll(/ops -- rotate ([a-z-]+)/g)].map(([, name]) => name),
    ]
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((name) => !secrets.includes(name) && name !== 'api')).toEqual([])
  })

  test('queries only messages that functions log', () => {
    const messages = queries.flatMap((query) =>
      [...query.matchAll(/message (?:=|like) "([^"]+)"/g)].map(([, message]) => String(message)),
    )
    expect(messages.length).toBeGreaterThan(5)
    expect(messages.filter((message) => !servicesCode.includes(message))).toEqual([])
  })

  test('sorts only by fields and by names of results, as the query language documents', () => {
    const sorted = queries.flatMap((query) => [...query.matchAll(/\bsort (.+?)(?: desc| asc)?$/g)])
    expect(sorted.length).toBeGreaterThan(1)
    expect(sorted.map(([, by]) => String(by)).filter((by) => !/^\w+$/.test(by))).toEqual([])
  })

  test('names the log groups of every query', () => {
    const checks = entries.flatMap((entry) => entry.match(/^- \*\*(?:Check|Do):\*\* .*`filter .*$/gm) ?? [])
    expect(checks.length).toBeGreaterThan(15)
    expect(
      checks.filter((check) => !/all groups|\/aws\/lambda\/|\/advice\/<stage>\/api/i.test(check)),
    ).toEqual([])
  })

  test('queries only fields that functions log', () => {
    const isLogged = (field: string) => new RegExp(`\\b${field}\\b[:,]`).test(servicesCode + apiLogCode)
    expect(queries.length).toBeGreaterThan(10)
    expect([...new Set(queries.flatMap(fieldsIn))].filter((field) => !isLogged(field))).toEqual([])
  })

  test('describes every setting, and no other', () => {
    const described = [...sectionOf(newStage, 'Settings').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    expect(described.toSorted()).toEqual(settingNames.toSorted())
  })

  test('states the concurrency that a deployment checks', () => {
    expect(newStage).toContain(`of at least ${neededConcurrency} that is free for it`)
    expect(runbook).toContain(`${neededConcurrency - 100} reserved and 100 for all others`)
  })

  test('names only graphs of the dashboard', () => {
    const [[, dashboard] = []] = resourcesOf(templates.operations, 'AWS::CloudWatch::Dashboard')
    const named = ['Function throttles', 'Table throttles, by table and index']
    for (const title of named) {
      expect(runbook).toContain(`"${title}"`)
      expect(JSON.stringify(dashboard)).toContain(title)
    }
  })

  // The pages set AWS_REGION to the stage's region, and these services have an endpoint in us-east-1 only:
  // https://docs.aws.amazon.com/aws-cost-management/latest/APIReference/Welcome.html
  test('names the region of commands of AWS for services that are in us-east-1 only', () => {
    const used = [...pages.matchAll(/aws (?:freetier|ce) [^`\n]+/g)].map(([text]) => text)
    expect(used.length).toBeGreaterThan(2)
    expect(used.filter((text) => !text.includes('--region us-east-1'))).toEqual([])
  })

  test('runs only commands of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const commands = [...pages.matchAll(/npm (?:--silent )?run ([a-z-]+)/g)].map(([, name]) => String(name))
    expect(commands.length).toBeGreaterThan(20)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})
