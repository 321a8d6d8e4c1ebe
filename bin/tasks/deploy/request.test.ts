import { describe, expect, test } from 'vitest'
import { readRequest } from './request.ts'

describe('request of a deployment', () => {
  test('passes options after -- on to CDK', () => {
    expect(readRequest(['deploy', '--stage', 'dev', '--', '--require-approval', 'never'], {})).toEqual({
      command: 'deploy',
      stage: 'dev',
      acceptedChanges: [],
      rest: ['--require-approval', 'never'],
    })
  })

  test('accepts a changed setting only by its name', () => {
    const args = ['deploy', '--stage', 'prod', '--accept-change']
    expect(readRequest([...args, 'restoredTable'], {}).acceptedChanges).toEqual(['restoredTable'])
    expect(() => readRequest([...args, 'chat'], {})).toThrow(
      '--accept-change is followed by restoredTable or originSecretVersions',
    )
  })

  test('says that npm kept the stage for itself', () => {
    expect(() => readRequest(['deploy'], { npm_config_stage: 'dev' })).toThrow(
      'npm run deploy -- --stage dev',
    )
    expect(() => readRequest(['deploy', 'dev'], { npm_config_stage: 'true' })).toThrow('put -- before it')
  })

  test('says that the stage is missing', () => {
    expect(() => readRequest(['diff'], {})).toThrow('No stage: npm run diff -- --stage dev|staging|prod')
  })

  test.each([[['deploy', '-c', 'siteDomain=advice.example']], [['deploy', '--region', 'eu-west-1']]])(
    'rejects %j',
    (args) => {
      expect(() => readRequest([...args, '--stage', 'dev'], {})).toThrow('Unknown option')
    },
  )
})
