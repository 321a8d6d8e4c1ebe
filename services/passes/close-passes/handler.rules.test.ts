import { describe, expect, test, vi } from 'vitest'
import { addPurchase } from '#shared/rules/pass.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { type PassRepository, passRepository, type StoredPass } from '../pass.repository.ts'
import { handle } from './handler.ts'

const paid = new Date('2027-03-01T10:00:00Z')
const afterItsEnd = new Date('2027-03-31T10:00:01Z')

/** Stores passes that are all over at `afterItsEnd`, under these ids. */
const withPasses = async (ids: readonly string[]) => {
  const passes = passRepository(inMemory({ now: paid }).table)
  for (const id of ids) {
    const stored: StoredPass = {
      holder: { keyHash: id },
      firstSessionId: id,
      email: null,
      pass: addPurchase(undefined, id, paid),
      version: 0,
    }
    await passes.write({ stored, now: paid })
  }
  return {
    passes,
    run: (write: PassRepository['write']) =>
      handle({ passes: { ...passes, write }, siteUrl: 'https://advice.example' }, afterItsEnd),
  }
}

describe('close-passes', () => {
  test('fails after the other passes if one cannot be closed, so that an alarm reports it', async () => {
    const { passes, run } = await withPasses(['first', 'second'])
    const write: PassRepository['write'] = async (change) => {
      if (change.stored.firstSessionId === 'first') throw new Error('InternalServerError')
      return passes.write(change)
    }
    await expect(run(write)).rejects.toThrow('1 passes could not be closed')
    expect(await passes.listDue(afterItsEnd)).toMatchObject([{ firstSessionId: 'first' }])
  })

  test('stops before Lambda ends the run, and the next run continues', async () => {
    const { passes, run } = await withPasses(['1', '2', '3', '4', '5'])
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const slowly: PassRepository['write'] = async (change) => {
      elapsedMs += 15_000
      return passes.write(change)
    }
    expect(await run(slowly)).toEqual({ closed: 3 })
    expect(await run(slowly)).toEqual({ closed: 2 })
    time.mockRestore()
  })
})
