import { describe, expect, test, vi } from 'vitest'
import { searchLibrary } from '#shared/contract/library-facts.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { libraryRepository } from '../library.repository.ts'
import { textRepository } from '../text.repository.ts'
import { handle, type TextCache } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const actor = { adminId: 'admin', now }

/** A library of 250 files, and a search whose clock advances by `stepMs` each time that it is read. */
const aLargeLibrary = async () => {
  const world = inMemory({ now })
  const library = libraryRepository(world.table)
  const texts = textRepository(world.table)
  const cache: TextCache = {}
  const add = async (number: number, text: string) => {
    const name = `guides_${String(number).padStart(3, '0')}_a.pdf`
    await library.add(`library/${name}`, { etag: name, size: 5, contentType: 'application/pdf' }, actor)
    await texts.save(name, [{ place: 'Page 1', text }], `${number} ${text}`)
  }
  for (let number = 0; number < 250; number += 1) await add(number, 'Deposits')
  const caller = await world.account({ plan: 'monthly' })
  const search = (query: string, stepMs: number) => {
    let elapsed = 0
    const clock = () => (elapsed += stepMs)
    const deps = { library, texts, cache, clock }
    return callInMemory(searchLibrary, handle, { caller, body: { query }, now }, deps)
  }
  const read = vi.spyOn(texts, 'listPage')
  const reads = () => read.mock.calls.length
  /** Lets the next reads of texts fail with an error of DynamoDB. */
  const failNext = (name: string, times: number) => {
    for (let time = 0; time < times; time += 1)
      read.mockRejectedValueOnce(Object.assign(new Error('too fast'), { name }))
  }
  return { add, search, reads, failNext }
}

describe('the preparation of search-library', () => {
  test('stops when its time is up, and the next search continues it', async () => {
    const { search } = await aLargeLibrary()
    const notReady = apiError('search_not_ready')
    // Each page of texts seems to take ten seconds.
    expect(await search('zebra', 10_000)).toMatchObject(notReady)
    expect(await search('zebra', 10_000)).toMatchObject({ status: 200, body: { total: 0 } })
  })

  test('continues the comparison of passages, too', async () => {
    const { search } = await aLargeLibrary()
    await search('zebra', 0)
    // Each file seems to take 100 ms, until its passages are known.
    expect(await search('deposit', 100)).toMatchObject(apiError('search_not_ready'))
    expect(await search('deposit', 100)).toMatchObject({ status: 200, body: { total: 250 } })
  })

  test('waits while DynamoDB reads no more of the partition, and not for ever', async () => {
    const { search, failNext } = await aLargeLibrary()
    failNext('ProvisionedThroughputExceededException', 2)
    expect(await search('deposit', 0)).toMatchObject({ status: 200, body: { total: 250 } })
    const other = await aLargeLibrary()
    other.failNext('ThrottlingException', 3)
    expect(await other.search('deposit', 10_000)).toMatchObject(apiError('search_not_ready'))
  })

  test('fails immediately with any other error of DynamoDB', async () => {
    const { search, failNext } = await aLargeLibrary()
    failNext('AccessDeniedException', 1)
    await expect(search('deposit', 0)).rejects.toThrow('too fast')
    expect(await search('deposit', 0)).toMatchObject({ status: 200, body: { total: 250 } })
  })

  test('reads the texts again only once one has changed', async () => {
    const { add, search, reads } = await aLargeLibrary()
    await search('deposit', 0)
    const before = reads()
    await search('deposit', 0)
    expect(reads()).toBe(before)
    await add(999, 'Deposits')
    await search('deposit', 0)
    expect(reads()).toBeGreaterThan(before)
  })

  test('searches the earlier texts while new ones take too long', async () => {
    const { add, search } = await aLargeLibrary()
    await search('deposit', 0)
    await add(999, 'Deposits')
    expect(await search('deposit', 20_000)).toMatchObject({ status: 200, body: { total: 250 } })
    expect(await search('deposit', 0)).toMatchObject({ status: 200, body: { total: 251 } })
  })
})
