import { describe, expect, test } from 'vitest'
import { readArguments, run } from './run.ts'

describe('admin command', () => {
  test.each([
    [['grant', 'Avery@Admin.example'], { verb: 'grant', email: 'avery@admin.example', stage: undefined }],
    [
      ['revoke', 'avery@admin.example', '--stage', 'prod'],
      { verb: 'revoke', email: 'avery@admin.example', stage: 'prod' },
    ],
    [['--stage', 'dev', 'list'], { verb: 'list', stage: 'dev' }],
  ])('parses %j', (args, parsed) => {
    expect(readArguments(args)).toEqual(parsed)
  })

  test.each([[[]], [['grant']], [['grant', 'avery']], [['list', 'x@y.example']], [['list', '--stage']]])(
    'rejects %j with the usage',
    (args) => {
      expect(() => readArguments(args)).toThrow('npm run admin -- grant|revoke <email>')
    },
  )

  test('reports that no local cloud is running', async () => {
    await expect(run(['list'], { PORT: '9' })).rejects.toThrow(/No local cloud is running|bad port/)
  })
})
