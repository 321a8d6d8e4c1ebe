import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cacheFolder, projectRoot } from './hash.ts'
import { createRebuilder, watchFolders, type Stop } from './watch.ts'

let folder: string
let seen: string[]
let stop: Stop

beforeEach(async () => {
  await mkdir(cacheFolder, { recursive: true })
  folder = await mkdtemp(join(cacheFolder, 'watched-'))
  await writeFile(join(folder, 'page.ts'), 'one')
  seen = []
  stop = watchFolders([relative(projectRoot, folder)], (path) => seen.push(path))
})

afterEach(async () => {
  stop()
  await rm(folder, { recursive: true })
})

const inFolder = (name: string) => relative(projectRoot, join(folder, name))

/** Writes to a file until the watcher, which starts asynchronously, reports it. */
const waitForWatcher = () =>
  vi.waitFor(
    async () => {
      await writeFile(join(folder, 'page.ts'), String(performance.now()))
      expect(seen).toContain(inFolder('page.ts'))
    },
    { timeout: 10_000, interval: 100 },
  )

/** Waits longer than the interval in which changes of one file are reported as one. */
const waitBetweenChanges = () => new Promise((resolve) => setTimeout(resolve, 150))

const isSeen = (name: string): Promise<boolean> =>
  vi.waitUntil(() => seen.includes(inFolder(name)), { timeout: 10_000, interval: 20 })

describe('watching sources', () => {
  test('reports files that an editor replaces repeatedly', async () => {
    await waitForWatcher()
    for (let save = 0; save < 3; save++) {
      await waitBetweenChanges()
      seen.length = 0
      await writeFile(join(folder, 'draft.test.ts'), `saved ${save}`)
      await rename(join(folder, 'draft.test.ts'), join(folder, 'page.ts'))
      expect(await isSeen('page.ts')).toBe(true)
    }
  })

  test('reports files in new folders and ignores tests', async () => {
    await waitForWatcher()
    await mkdir(join(folder, 'new', 'deeper'), { recursive: true })
    await writeFile(join(folder, 'new', 'deeper', 'part.test.ts'), 'test')
    await writeFile(join(folder, 'new', 'deeper', 'part.ts'), 'source')
    expect(await isSeen('new/deeper/part.ts')).toBe(true)
    expect(seen).not.toContain(inFolder('new/deeper/part.test.ts'))
  })

  test('combines the changes during a rebuild in the next one', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const kinds: boolean[] = []
    const { changed, stop: stopRebuilding } = createRebuilder(async (isWarmUp) => {
      kinds.push(isWarmUp)
      await released
    })
    changed()
    await vi.waitFor(() => expect(kinds).toEqual([false]), { timeout: 10_000 })
    for (let burst = 0; burst < 3; burst++) changed()
    await new Promise((resolve) => setTimeout(resolve, 100))
    changed()
    release()
    await vi.waitFor(() => expect(kinds).toEqual([false, false]), { timeout: 10_000 })
    await stopRebuilding()
  })
})
