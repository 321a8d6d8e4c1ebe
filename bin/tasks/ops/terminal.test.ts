import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { askInTerminal, readSecret } from './terminal.ts'

const inputOf = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY })

describe('the new value of a secret', () => {
  test('is read from a pipe to its end', async () => {
    const input = inputOf(false)
    input.end('whsec_new\n')
    expect(await readSecret(input)).toBe('whsec_new')
  })

  test('is asked for in a terminal, and ends with the line', async () => {
    const [input, printed] = [inputOf(true), [] as string[]]
    const value = readSecret(input, (text) => void printed.push(text))
    input.write('whsec_new\r')
    expect(await value).toBe('whsec_new')
    expect(printed.join('')).toBe('Paste the new value, which is not shown, and press Enter: \n')
  })

  test('is empty after Ctrl-C', async () => {
    const input = inputOf(true)
    const value = readSecret(input, () => undefined)
    input.write('whsec_n\x03')
    expect(await value).toBe('')
  })
})

describe('a question in the terminal', () => {
  test.each([
    ['prod\r', 'prod'],
    ['pro\x03', ''],
    ['\x04', ''],
  ])('after %j, is answered with "%s"', async (typed, answer) => {
    const input = inputOf(true)
    const asked = askInTerminal('Type prod to switch: ', input, new PassThrough())
    input.write(typed)
    expect(await asked).toBe(answer)
  })

  test('is not asked without a terminal', async () => {
    expect(await askInTerminal('Type prod to switch: ', inputOf(false), new PassThrough())).toBe('')
  })
})
