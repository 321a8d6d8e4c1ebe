import { describe, expect, test } from 'vitest'
import { whenAllEnd } from './when-all-end.ts'

const after = async <T>(ms: number, then: () => T): Promise<T> => {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return then()
}

describe('tasks that run together', () => {
  test('return their results', async () => {
    expect(await whenAllEnd([after(2, () => 'a'), after(1, () => 1)])).toEqual(['a', 1])
  })

  test('fail only when the last one has ended', async () => {
    const written: string[] = []
    const failed = after(0, () => {
      throw new Error('The page has an error')
    })
    const slow = after(20, () => written.push('page'))
    await expect(whenAllEnd([failed, slow])).rejects.toThrow('The page has an error')
    expect(written).toEqual(['page'])
  })
})
