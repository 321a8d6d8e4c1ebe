import { expect, test, vi } from 'vitest'
import { parseCommandLine } from './options.ts'

const options = { stage: { type: 'string' } } as const
const parse = (...args: string[]) =>
  parseCommandLine({ args, options, allowPositionals: true }, 'npm run ops -- find --stage <name>', {})

test.each([['--help'], ['-h'], ['find', '--stage', 'dev', '--help']])(
  'prints the usage and ends successfully if asked for help: %j',
  (...args) => {
    const print = vi.spyOn(console, 'log').mockReturnValue()
    const ended = new Error('ended')
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw ended
    })
    expect(() => parse(...args)).toThrow(ended)
    expect(exit).toHaveBeenCalledExactlyOnceWith(0)
    expect(print).toHaveBeenCalledExactlyOnceWith('npm run ops -- find --stage <name>')
  },
)

test('passes on what follows two dashes', () => {
  expect(parse('find', '--', '--help').positionals).toEqual(['find', '--help'])
})
