import { describe, expect, test } from 'vitest'
import { readSmokeOptions } from './options.ts'

describe('npm run smoke', () => {
  test('changes nothing by default', () => {
    expect(readSmokeOptions(['--stage', 'prod'])).toMatchObject({ stage: 'prod', withAccount: false })
    expect(readSmokeOptions(['--stage', 'dev', '--account'])).toMatchObject({ withAccount: true })
  })

  test.each([
    [[], 'npm run smoke'],
    [['--stage', 'prod', '--account'], 'prod does not allow --account'],
    [['--site', 'https://advice.example', '--account'], '--account needs --stage'],
  ])('rejects %j', (args, message) => {
    expect(() => readSmokeOptions(args)).toThrow(message)
  })
})
