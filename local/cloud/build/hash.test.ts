import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isReadByCdk } from './assembly.ts'
import { hashOf } from './hash.ts'
import { isSource } from './watch.ts'

let parent: string
beforeAll(async () => void (parent = await mkdtemp(join(tmpdir(), 'hash-'))))
afterAll(() => rm(parent, { recursive: true }))

describe('the fingerprint of sources', () => {
  test.each([
    ['web/advice', isReadByCdk],
    ['services/advice', isReadByCdk],
    ['advice.test.example', isReadByCdk],
    ['advice.test.example', isSource],
  ])('changes with a source of a project in the folder %s', async (folder, keep) => {
    const root = join(parent, folder)
    const write = async (text: string) => {
      await mkdir(join(root, 'lib'), { recursive: true })
      await writeFile(join(root, 'lib', 'stack.ts'), text)
    }
    await write('one')
    const before = await hashOf(['lib'], keep, root)
    await write('two')
    expect(await hashOf(['lib'], keep, root)).not.toBe(before)
  })

  test('stays the same when the project moves', async () => {
    const hashes = ['former', 'latter'].map(async (name) => {
      const root = join(parent, name)
      await mkdir(root)
      await writeFile(join(root, 'page.ts'), 'one')
      return hashOf(['page.ts'], isSource, root)
    })
    const [former, latter] = await Promise.all(hashes)
    expect(latter).toBe(former)
  })
})
