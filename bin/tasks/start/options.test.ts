import { describe, expect, test } from 'vitest'
import { readStartOptions } from './options.ts'

describe('npm start', () => {
  test('uses port 3000 and reloads changed sources by default', () => {
    expect(readStartOptions([], {})).toEqual({ port: 3000, watch: true })
    expect(readStartOptions(['--no-watch'], { PORT: '0' })).toEqual({ port: 0, watch: false })
  })

  // npm does not pass on an option that it does not know, only its value.
  test.each([[['--port', '3400']], [['3400']], [['--no-wacth']], [['--watch=false']]])(
    'rejects %j with the usage',
    (args) => {
      expect(() => readStartOptions(args, {})).toThrow(
        /npm start \[-- --no-watch\]\n\nRuns the whole service/,
      )
    },
  )

  test.each(['3000x', '-1', '65536', '3.5'])('rejects PORT=%s', (PORT) => {
    expect(() => readStartOptions([], { PORT })).toThrow(
      'PORT must be a number from 0 (any free port) to 65535',
    )
  })
})
