import { describe, expect, test } from 'vitest'
import '#test/kit/in-memory/no-log.ts'
import { keys } from '#platform/table/keys.ts'
import { inMemory } from '#test/kit/in-memory/in-memory.ts'
import { MemoryUserPool } from '#test/kit/in-memory/memory-user-pool.ts'
import { accountRepository } from '../account.repository.ts'
import { linkRepository } from '../link.repository.ts'
import { pendingSignUpRepository } from '../pending-sign-up.repository.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

describe('finish-sign-ups', () => {
  test('reaches a newer address although a hundred older ones always fail', async () => {
    const { table } = inMemory({ now })
    const confirm = (userId: string, at: Date) => {
      const [email, confirmed_at] = [`${userId}@people.example`, at.toISOString()]
      const item = { entity: 'address', email, user_id: userId, confirmed_at }
      return table.put(keys.address(email), { ...item, ...keys.unfinishedSignUps(confirmed_at) })
    }
    for (let number = 0; number < 100; number += 1) await confirm(`stuck-${number}`, now)
    await confirm('newer', minutesLater(1))
    const userPool = new MemoryUserPool()
    const claimed: string[] = []
    userPool.claimAddress = async (userId) => {
      if (userId !== 'newer') throw new Error('The user does not exist')
      claimed.push(userId)
      return 'claimed'
    }
    const deps = {
      accounts: accountRepository(table),
      signUps: pendingSignUpRepository(table),
      links: linkRepository(table),
      userPool,
    }
    await expect(handle(deps, minutesLater(5))).rejects.toThrow('100 sign-ups')
    await expect(handle(deps, minutesLater(10))).rejects.toThrow('99 sign-ups')
    expect(claimed).toEqual(['newer'])
    await expect(handle(deps, minutesLater(15))).rejects.toThrow('100 sign-ups')
  })
})
