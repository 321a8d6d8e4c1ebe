import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { readSmokeOptions } from '#bin/tasks/smoke/options.ts'
import { projectRoot } from '#lib/bundle-functions.ts'
import { stackParts } from '#lib/stacks/app.ts'
import { isRepository, PipelineStack, pipelineStages, type PipelineStage } from '#lib/stacks/pipeline.ts'
import { resourcesOf } from './synthesized.ts'

const region = 'eu-west-1'
const account = '111122223333'

const templateOf = (stage: PipelineStage, gitHubProviderArn?: string, repository = 'owner/name') =>
  Template.fromStack(
    new PipelineStack(new App(), 'pipeline', {
      stage,
      repository,
      region,
      gitHubProviderArn,
      env: { account, region },
    }),
  )

const subjectsOf = (template: Template) =>
  resourcesOf(template, 'AWS::IAM::Role').flatMap(([, { Properties }]) =>
    [...JSON.stringify(Properties['AssumeRolePolicyDocument']).matchAll(/repo:[^"]+/g)].map(([text]) => text),
  )

/** Returns the permissions of a role, as `action on resource`. */
const grantsOf = (template: Template, role: string): string[] =>
  resourcesOf(template, 'AWS::IAM::Policy')
    .filter(([, { Properties }]) => JSON.stringify(Properties['Roles']).includes(`"${role}`))
    .flatMap(
      ([, { Properties }]) =>
        (
          Properties['PolicyDocument'] as {
            Statement: { Action: string | string[]; Resource: string | string[] }[]
          }
        ).Statement,
    )
    .flatMap(({ Action, Resource }) =>
      [Action].flat().flatMap((action) => [Resource].flat().map((resource) => `${action} on ${resource}`)),
    )
    .toSorted()

const ssm = `arn:aws:ssm:${region}:${account}:parameter`
const bootstrap = `ssm:GetParameter on ${ssm}/cdk-bootstrap/hnb659fds/version`
const stacksOf = (stage: string) => `arn:aws:cloudformation:${region}:${account}:stack/advice-${stage}-*/*`

describe('roles of the workflows', () => {
  test('are bound to the environment of their stage, or to pull requests', () => {
    expect(subjectsOf(templateOf('staging'))).toEqual([
      'repo:owner/name:environment:staging',
      'repo:owner/name:pull_request',
    ])
    expect(subjectsOf(templateOf('prod'))).toEqual(['repo:owner/name:environment:prod'])
  })

  test('take the ids of the owner and the repository as given', () => {
    expect(subjectsOf(templateOf('prod', undefined, 'owner@12/name@345'))).toEqual([
      'repo:owner@12/name@345:environment:prod',
    ])
  })

  test.each(['owner/name', 'the-owner/the.name_2', 'owner@12/name@345'])(
    'accept the repository %s',
    (text) => {
      expect(isRepository(text)).toBe(true)
    },
  )

  test.each([
    'owner',
    'owner/*',
    'owner@*/name@*',
    'owner@12/name',
    'owner/name@3',
    'owner/name:ref',
    'owner@x/name@y',
  ])('reject %s as a repository', (text) => {
    expect(isRepository(text)).toBe(false)
  })

  test('let pull requests read the templates of staging, and no data', () => {
    expect(grantsOf(templateOf('staging'), 'Diff')).toEqual([
      `cloudformation:DescribeStacks on ${stacksOf('staging')}`,
      `cloudformation:GetTemplate on ${stacksOf('staging')}`,
      bootstrap,
    ])
  })

  /** Permissions of `npm run smoke -- --account`. */
  const ofTheAccount = /^(dynamodb|cognito-idp|lambda:GetFunctionConfiguration)\b/

  test.each(pipelineStages)('let %s be deployed with the roles of CDK, and checked before', (stage) => {
    const cdkRole = (kind: string) =>
      `sts:AssumeRole on arn:aws:iam::${account}:role/cdk-hnb659fds-${kind}-role-${account}-${region}`
    const used = grantsOf(templateOf(stage), 'Deploy').filter((grant) => !ofTheAccount.test(grant))
    expect(used).toEqual([
      `cloudformation:DescribeStacks on ${stacksOf(stage)}`,
      `cloudformation:UpdateTerminationProtection on ${stacksOf(stage)}`,
      'lambda:GetAccountSettings on *',
      `lambda:GetFunctionConcurrency on arn:aws:lambda:${region}:${account}:function:advice-${stage}-*`,
      'ses:GetAccount on *',
      `ses:GetEmailIdentity on arn:aws:ses:${region}:${account}:identity/*`,
      'sns:GetSubscriptionAttributes on *',
      `sns:ListSubscriptionsByTopic on arn:aws:sns:${region}:${account}:advice-${stage}-operations-*`,
      `ssm:GetParameter on ${ssm}/advice/${stage}/release`,
      bootstrap,
      `ssm:PutParameter on ${ssm}/advice/${stage}/release`,
      cdkRole('deploy'),
      cdkRole('file-publishing'),
      cdkRole('lookup'),
    ])
  })

  test('let the smoke test open an account in staging, and not in prod', () => {
    const dataOf = (stage: PipelineStage) =>
      grantsOf(templateOf(stage), 'Deploy').filter((grant) => ofTheAccount.test(grant))
    const table = `arn:aws:dynamodb:${region}:${account}:table/advice-staging-*`
    const userPools = `arn:aws:cognito-idp:${region}:${account}:userpool/*`
    expect(dataOf('staging')).toEqual(
      [
        `lambda:GetFunctionConfiguration on arn:aws:lambda:${region}:${account}:function:advice-staging-get-access`,
        `dynamodb:Query on ${table}/index/*`,
        ...['GetItem', 'PutItem', 'DeleteItem', 'Query'].map((action) => `dynamodb:${action} on ${table}`),
        ...['GetUser', 'ListGroupsForUser', 'AddUserToGroup', 'RemoveUserFromGroup'].map(
          (action) => `cognito-idp:Admin${action} on ${userPools}`,
        ),
      ].toSorted(),
    )
    expect(dataOf('prod')).toEqual([])
  })

  test("use the account's provider for GitHub if there is one", () => {
    const arn = `arn:aws:iam::${account}:oidc-provider/token.actions.githubusercontent.com`
    const template = templateOf('prod', arn)
    template.resourceCountIs('Custom::AWSCDKOpenIdConnectProvider', 0)
    expect(JSON.stringify(resourcesOf(template, 'AWS::IAM::Role'))).toContain(`"Federated":"${arn}"`)
    templateOf('prod').resourceCountIs('Custom::AWSCDKOpenIdConnectProvider', 1)
  })
})

test('the log of the function that creates the provider expires', () => {
  const [[, provider] = []] = resourcesOf(templateOf('prod'), 'AWS::Lambda::Function')
  const [[id, logs] = []] = resourcesOf(templateOf('prod'), 'AWS::Logs::LogGroup')
  expect(provider?.Properties['LoggingConfig']).toEqual({ LogGroup: { Ref: id } })
  expect(logs?.Properties['RetentionInDays']).toBe(90)
})

const workflow = (name: string) =>
  readFileSync(join(projectRoot, '.github', 'workflows', `${name}.yml`), 'utf8')

describe('workflows', () => {
  test.each([
    ['pull-request', 'staging'],
    ['main', 'staging'],
    ['release', 'prod'],
  ])('%s uses the region of the settings of %s', (name, stage) => {
    expect(workflow(name)).toContain(`require('./stages/${stage}.json').region`)
    expect(workflow(name)).not.toMatch(/[a-z]{2}-[a-z]+-\d/)
  })

  test.each(['main', 'release'])('%s compares the prices before each deployment', (name) => {
    const steps = workflow(name).split(/\n {6}- /)
    const deployments = steps.filter((step) => step.includes('npm run deploy'))
    expect(deployments.length).toBeGreaterThan(0)
    for (const step of deployments) expect(step).toContain('secrets.STRIPE_SECRET_KEY')
  })

  test.each([
    ['main', ['npm run smoke -- --stage staging --account']],
    ['release', ['npm run smoke -- --stage prod --without-alarms', 'npm run smoke -- --stage prod']],
  ])('%s tests the deployed stage by %j', (name, commands) => {
    const smokes = workflow(name).match(/npm run smoke.*$/gm) ?? []
    expect(new Set(smokes)).toEqual(new Set(commands))
    for (const [, args = ''] of workflow(name).matchAll(/npm run smoke -- (.*)$/gm))
      expect(() => readSmokeOptions(args.split(' '), {})).not.toThrow()
  })

  test('smoke checks the site of prod every hour, without credentials', () => {
    const text = workflow('smoke')
    expect(text).toMatch(/cron: '\d+ \* \* \* \*'/)
    expect(text).not.toMatch(/environment:|id-token|secrets\./)
    const commands = [...text.matchAll(/npm run smoke -- ([^|)\n]*)/g)].map(([, args = '']) => args.trim())
    expect(commands.length).toBeGreaterThan(0)
    for (const args of commands) {
      const withSite = args.replace('"$PROD_SITE"', 'https://advice.example')
      expect(() => readSmokeOptions(withSite.split(' '), {})).not.toThrow()
    }
  })

  test('release rolls back to the last release that passed the smoke test, with the settings of this one', () => {
    const text = workflow('release')
    const order = [
      'run: npm run smoke',
      'aws ssm put-parameter --name /advice/prod/release',
      'aws ssm get-parameter --name /advice/prod/release',
      'git checkout "$release"',
      'git checkout "$GITHUB_SHA" -- stages',
      'npm run deploy -- --stage prod',
    ].reduce<number[]>((at, part) => [...at, text.indexOf(part, at.at(-1))], [])
    expect(order).not.toContain(-1)
    expect(text).not.toContain('git describe')
  })

  test.each(['npm run deploy -- --stage prod', 'npm run smoke -- --stage prod --without-alarms'])(
    'release rolls back when %s fails',
    (command) => {
      const steps = workflow('release').split(/\n {6}- /)
      const step = steps.find((text) => text.includes(`run: ${command}`)) ?? ''
      const [, id = 'without an id'] = /id: (\w+)/.exec(step) ?? []
      const rollback = steps.find((text) => text.startsWith('if: failure()')) ?? ''
      expect(rollback.split('\n')[0]).toContain(`steps.${id}.outcome == 'failure'`)
    },
  )

  test('release fails if nobody receives the alarms, without a rollback', () => {
    const steps = workflow('release').split(/\n {6}- /)
    const last = steps.findIndex((step) => step.startsWith('run: npm run smoke -- --stage prod\n'))
    expect(last).toBeGreaterThan(steps.findIndex((step) => step.includes('aws ssm put-parameter')))
    expect(steps[last]).not.toContain('id:')
  })

  test('release rolls back the stacks that import before those that export, if the usual order fails', () => {
    const stages = [...workflow('release').matchAll(/for stacks in (.*); do/g)].map(([, list = '']) =>
      [...list.matchAll(/'([^']*)'|(\w+)/g)].map(([, several, one]) => (several ?? one ?? '').split(' ')),
    )
    const parts = [['api', 'members', 'admin', 'operations', 'content'], ['web'], ['identity']]
    expect(stages).toEqual([parts])
    expect([...parts.flat(), 'data'].toSorted()).toEqual([...stackParts].toSorted())
    // After any other failure, the checks before a deployment must not be bypassed.
    const [guard = '', loop = ''] = workflow('release').split('for stacks in')
    expect(guard).toMatch(
      /set -o pipefail[^]*roll_back 2>&1 \| tee "([^"]+)" \|\| \{\n\s+grep -q 'Cannot delete export' "\1" \|\| exit 1\n\s+$/,
    )
    expect(loop).toContain('--exclusively')
  })
})
