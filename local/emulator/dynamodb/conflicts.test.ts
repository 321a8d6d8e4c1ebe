import { describe, expect, test } from 'vitest'
import { deferred } from '#test/kit/deferred.ts'
import { createConflicts } from './conflicts.ts'

const write = (sk: string, TableName = 'main') => ({ TableName, Key: { pk: { S: 'user' }, sk: { S: sk } } })
const succeed = async () => 'written'

/** A transaction that writes the item `a`, checks the item `b` and runs until the test ends it. */
const aTransaction = () => {
  const guard = createConflicts()
  const { promise: ended, resolve: end } = deferred<string>()
  const { Key: Item, TableName } = write('a')
  const put: Record<string, object> = { Put: { TableName, Item } }
  const body = { TransactItems: [put, { ConditionCheck: write('b') }] }
  return { guard, running: guard('TransactWriteItems', body, () => ended), end: () => end('written') }
}

describe('a running transaction', () => {
  test('rejects writes of its items until it ends', async () => {
    const { guard, running, end } = aTransaction()
    const isRejected = { code: 'TransactionConflictException' }
    for (const sk of ['a', 'b'])
      for (const action of ['PutItem', 'UpdateItem', 'DeleteItem'])
        await expect(guard(action, write(sk), succeed)).rejects.toMatchObject(isRejected)
    end()
    await running
    expect(await guard('DeleteItem', write('a'), succeed)).toBe('written')
  })

  test('allows reads of its items, and writes of all others', async () => {
    const { guard } = aTransaction()
    expect(await guard('GetItem', write('a'), succeed)).toBe('written')
    expect(await guard('DeleteItem', write('c'), succeed)).toBe('written')
    expect(await guard('DeleteItem', write('a', 'restored'), succeed)).toBe('written')
  })

  test('no longer rejects writes after it failed', async () => {
    const guard = createConflicts()
    const failing = guard('TransactWriteItems', { TransactItems: [{ Delete: write('a') }] }, () =>
      Promise.reject(new Error('cancelled')),
    )
    await expect(failing).rejects.toThrow('cancelled')
    expect(await guard('PutItem', write('a'), succeed)).toBe('written')
  })
})
