import { describe, expect, test } from 'vitest'
import { addPurchase } from '#shared/rules/pass.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { passRepository, type StoredPass } from '../pass.repository.ts'
import { handle } from './handler.ts'

const paid = new Date('2027-03-01T10:00:00Z')
const afterItsEnd = new Date('2027-03-31T10:00:01Z')

describe('close-passes', () => {
  test('fails after the other passes if one cannot be closed, so that an alarm reports it', async () => {
    const { table } = inMemory({ now: paid })
    const passes = passRepository(table)
    for (const keyHash of ['first', 'second']) {
      const pass = addPurchase(undefined, keyHash, paid)
      const stored: StoredPass = {
        holder: { keyHash },
        firstSessionId: keyHash,
        email: null,
        pass,
        version: 0,
      }
      await passes.write({ stored, now: paid })
    }
    const write: typeof passes.write = async (change) => {
      if (change.stored.firstSessionId === 'first') throw new Error('InternalServerError')
      return passes.write(change)
    }
    const deps = { passes: { ...passes, write }, siteUrl: 'https://advice.example' }
    await expect(handle(deps, afterItsEnd)).rejects.toThrow('1 passes could not be closed')
    expect(await passes.listDue(afterItsEnd)).toMatchObject([{ firstSessionId: 'first' }])
  })
})
