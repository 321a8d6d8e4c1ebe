import { describe, expect, test } from 'vitest'
import { alarmStageOf, readSmokeOptions } from './options.ts'

describe('npm run smoke', () => {
  test('changes nothing by default', () => {
    expect(readSmokeOptions(['--stage', 'prod'], {})).toMatchObject({ stage: 'prod', withAccount: false })
    expect(readSmokeOptions(['--stage', 'dev', '--account'], {})).toMatchObject({ withAccount: true })
  })

  test('checks the alarms of a stage, unless they are left out', () => {
    const stageOf = (...args: string[]) => alarmStageOf(readSmokeOptions(args, {}))?.name
    expect(stageOf('--stage', 'dev')).toBe('dev')
    expect(stageOf('--stage', 'dev', '--without-alarms')).toBeUndefined()
    expect(stageOf('--site', 'https://advice.example')).toBeUndefined()
  })

  test.each([
    [[], 'npm run smoke'],
    [['--stage', 'prod', '--account'], 'prod does not allow --account'],
    [['--site', 'https://advice.example', '--account'], '--account needs --stage'],
  ])('rejects %j', (args, message) => {
    expect(() => readSmokeOptions(args, {})).toThrow(message)
  })
})
