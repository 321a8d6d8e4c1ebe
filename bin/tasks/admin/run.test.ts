import { describe, expect, test } from 'vitest'
import { adminCommands, readAdminCommand, run } from './run.ts'

describe('admin command', () => {
  test.each([
    [['grant', 'Avery@Admin.example'], { verb: 'grant', email: 'avery@admin.example', stage: undefined }],
    [
      ['revoke', 'avery@admin.example', '--stage', 'prod'],
      { verb: 'revoke', email: 'avery@admin.example', stage: 'prod' },
    ],
    [
      ['reset-second-factor', 'avery@admin.example'],
      { verb: 'reset-second-factor', email: 'avery@admin.example', stage: undefined },
    ],
    [
      ['end-sessions', 'nadia@people.example'],
      { verb: 'end-sessions', email: 'nadia@people.example', stage: undefined },
    ],
    [
      ['email-status', 'nadia@people.example', '--stage', 'dev'],
      { verb: 'email-status', email: 'nadia@people.example', stage: 'dev' },
    ],
    [['--stage', 'dev', 'list'], { verb: 'list', stage: 'dev' }],
    [['member-emails', '--stage', 'dev'], { verb: 'member-emails', stage: 'dev' }],
  ])('parses %j', (args, parsed) => {
    expect(readAdminCommand(args, {})).toEqual(parsed)
  })

  test.each([
    [[]],
    [['grant']],
    [['grant', 'avery']],
    [['reset-second-factor']],
    [['list', 'x@y.example']],
    [['list', '--stage']],
  ])('rejects %j with the usage', (args) => {
    expect(() => readAdminCommand(args, {})).toThrow(
      'npm run admin -- grant|revoke|reset-second-factor|end-sessions <email>',
    )
  })

  test.each([
    [[], 'No command.'],
    [['gran', 'avery@admin.example'], 'Unknown command "gran"; did you mean grant?'],
    [['grant'], 'grant is followed by an email address.'],
    [['grant', 'avery'], '"avery" is not an email address.'],
    [['list', 'x@y.example'], '"x@y.example" is one word too many.'],
    [['grant', 'avery@admin.example', 'now'], '"now" is one word too many.'],
    [['list', '--stage='], '--stage is followed by the name of a stage.'],
  ])('says what is wrong with %j', (args, problem) => {
    expect(() => readAdminCommand(args, {})).toThrow(problem)
  })

  test.each(['grant', 'revoke', 'reset-second-factor', 'end-sessions'])(
    '%s rejects an address that no account can have',
    (verb) => {
      const address = (length: number) => `@admin.example`.padStart(length, 'a')
      expect(readAdminCommand([verb, address(128)], {})).toMatchObject({ verb })
      expect(() => readAdminCommand([verb, address(129)], {})).toThrow(
        'The email address of an account has at most 128 characters.',
      )
    },
  )

  test.each(['email-status', 'allow-email'])('%s accepts the address of a contact message', (verb) => {
    const address = `@people.example`.padStart(254, 'a')
    expect(readAdminCommand([verb, address], {})).toMatchObject({ email: address })
  })

  test.each(adminCommands)('explains %s in the usage', (command) => {
    expect(() => readAdminCommand([], {})).toThrow(new RegExp(`^${command} {2,}[a-z]+s `, 'm'))
  })

  test('reports that no local cloud is running', async () => {
    await expect(run(['list'], { PORT: '9' })).rejects.toThrow(/No local cloud is running|bad port/)
  })
})
