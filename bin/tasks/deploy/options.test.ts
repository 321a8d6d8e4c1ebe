import { describe, expect, test } from 'vitest'
import { readDeployOptions } from './options.ts'

describe('the options of a deployment', () => {
  test('passes options after -- on to CDK', () => {
    expect(readDeployOptions(['deploy', '--stage', 'dev', '--', '--require-approval', 'never'], {})).toEqual({
      command: 'deploy',
      stage: 'dev',
      acceptedChanges: [],
      rest: ['--require-approval', 'never'],
    })
  })

  test('accepts a changed setting only by its name', () => {
    const args = ['deploy', '--stage', 'prod', '--accept-change']
    expect(readDeployOptions([...args, 'restoredTable'], {}).acceptedChanges).toEqual(['restoredTable'])
    expect(() => readDeployOptions([...args, 'chat'], {})).toThrow(
      '--accept-change is followed by restoredTable or originSecretVersions',
    )
  })

  test('says that npm kept the stage for itself', () => {
    expect(() => readDeployOptions(['deploy'], { npm_config_stage: 'dev' })).toThrow(
      'npm run deploy -- --stage dev',
    )
    expect(() => readDeployOptions(['deploy', 'dev'], { npm_config_stage: 'true' })).toThrow(
      'put -- before it',
    )
  })

  test.each([['--profile', 'prod'], ['--profile=prod']])(
    'rejects credentials for CDK only, because others would be checked: %s',
    (...option) => {
      expect(() => readDeployOptions(['deploy', '--stage', 'prod', '--', ...option], {})).toThrow(
        '--profile is an option of CDK only: set AWS_PROFILE, so that the same credentials are checked.',
      )
    },
  )

  test.each([['-c', 'stage=prod'], ['-c=stage=prod'], ['-cstage=prod'], ['--context=stage=prod']])(
    'rejects another stage for CDK, because the first one would be checked: %s',
    (...option) => {
      expect(() => readDeployOptions(['deploy', '--stage', 'dev', '--', ...option], {})).toThrow(
        'Pass the stage as --stage only: otherwise one stage is checked and another one deployed.',
      )
    },
  )

  test('says that the stage is missing', () => {
    expect(() => readDeployOptions(['diff'], {})).toThrow(
      'No stage: npm run diff -- --stage dev|staging|prod',
    )
  })

  test.each([[['deploy', '-c', 'siteDomain=advice.example']], [['deploy', '--region', 'eu-west-1']]])(
    'rejects %j',
    (args) => {
      expect(() => readDeployOptions([...args, '--stage', 'dev'], {})).toThrow('Unknown option')
    },
  )
})
