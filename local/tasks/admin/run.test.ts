import { expect, test } from 'vitest'
import { readArguments, run } from './run.ts'

test.each([
  [['grant', 'Avery@Admin.example'], { verb: 'grant', email: 'avery@admin.example', stage: undefined }],
  [
    ['revoke', 'avery@admin.example', '--stage', 'prod'],
    { verb: 'revoke', email: 'avery@admin.example', stage: 'prod' },
  ],
  [['--stage', 'dev', 'list'], { verb: 'list', stage: 'dev' }],
])('reads %j', (args, asked) => {
  expect(readArguments(args)).toEqual(asked)
})

test.each([[[]], [['grant']], [['grant', 'avery']], [['list', 'x@y.example']], [['list', '--stage']]])(
  'answers %j with how it is written',
  (args) => {
    expect(() => readArguments(args)).toThrow('npm run admin -- grant|revoke <email>')
  },
)

test('says so when no local cloud runs', async () => {
  await expect(run(['list'], { PORT: '9' })).rejects.toThrow(/No local cloud answers|bad port/)
})
