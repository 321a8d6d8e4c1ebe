import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSeedFile } from './seed-file.ts'

const monday = new Date('2026-11-23T23:59:00Z')
const site = 'http://localhost:3000'
const snapshot = Buffer.from('everything')

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seed-file-'))
  path = join(folder, 'new', 'seed')
})

afterEach(() => rm(folder, { recursive: true }))

describe('the saved seed', () => {
  test('returns the snapshot to a later start', async () => {
    await openSeedFile('sources', [site], monday, path).write(snapshot)
    expect(await openSeedFile('sources', [site], monday, path).read()).toEqual(snapshot)
  })

  test('returns nothing before the first start', async () => {
    expect(await openSeedFile('sources', [site], monday, path).read()).toBeUndefined()
  })

  test.each([
    ['the sources have changed', openSeedFileWith({ sources: 'changed' })],
    ['the site has another address', openSeedFileWith({ address: 'http://localhost:4000' })],
    ['the next day has begun', openSeedFileWith({ now: new Date('2026-11-24T00:00:00Z') })],
  ])('returns nothing when %s', async (_, open) => {
    await openSeedFile('sources', [site], monday, path).write(snapshot)
    expect(await open().read()).toBeUndefined()
  })

  test('returns nothing when the file is damaged', async () => {
    const file = openSeedFile('sources', [site], monday, path)
    await file.write(snapshot)
    await writeFile(path, 'damaged')
    expect(await file.read()).toBeUndefined()
  })
})

function openSeedFileWith({ sources = 'sources', address = site, now = monday }) {
  return () => openSeedFile(sources, [address], now, path)
}
