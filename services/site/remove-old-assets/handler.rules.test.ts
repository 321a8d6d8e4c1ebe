import { describe, expect, test } from 'vitest'
import type { SiteFiles } from '#platform/files/site.ts'
import { handle } from './handler.ts'

const day = (number: number) => new Date(Date.UTC(2026, 2, number, 12))

/** Files of the site in memory: key, day on which they were stored and, for a release, its assets. */
const siteWith = (files: Readonly<Record<string, { on: number; text?: string }>>) => {
  const stored = new Map(Object.entries(files))
  const site: SiteFiles = {
    list: async (prefix) =>
      [...stored].flatMap(([key, { on }]) => (key.startsWith(prefix) ? [{ key, storedAt: day(on) }] : [])),
    read: async (key) => stored.get(key)?.text ?? '',
    remove: async (key) => void stored.delete(key),
  }
  return { site, keys: () => [...stored.keys()].toSorted() }
}

const release = (on: number, ...assets: string[]) => ({ on, text: JSON.stringify({ assets }) })

describe('remove-old-assets', () => {
  test('keeps the assets of the current release, however old they are', async () => {
    const { site, keys } = siteWith({
      'assets/app.js': { on: 1 },
      'releases/a.json': release(1, 'assets/app.js'),
    })
    expect(await handle(site, day(90))).toEqual({ removed: 0 })
    expect(keys()).toEqual(['assets/app.js', 'releases/a.json'])
  })

  test('keeps the assets of a replaced release for seven days, then deletes them with its list', async () => {
    const { site, keys } = siteWith({
      'assets/a.js': { on: 1 },
      'assets/both.css': { on: 1 },
      'assets/b.js': { on: 20 },
      'releases/a.json': release(1, 'assets/a.js', 'assets/both.css'),
      'releases/b.json': release(20, 'assets/b.js', 'assets/both.css'),
    })
    expect(await handle(site, day(27))).toEqual({ removed: 0 })
    expect(await handle(site, day(28))).toEqual({ removed: 2 })
    expect(keys()).toEqual(['assets/b.js', 'assets/both.css', 'releases/b.json'])
    expect(await handle(site, day(28))).toEqual({ removed: 0 })
  })

  test('keeps the assets of a release that was deployed again after another one', async () => {
    const { site, keys } = siteWith({
      'assets/a.js': { on: 1 },
      'assets/b.js': { on: 10 },
      'releases/a.json': release(12, 'assets/a.js'),
      'releases/b.json': release(10, 'assets/b.js'),
    })
    expect(await handle(site, day(30))).toEqual({ removed: 2 })
    expect(keys()).toEqual(['assets/a.js', 'releases/a.json'])
  })

  test('keeps new assets that no release names yet, because a deployment uploads assets before pages', async () => {
    const { site, keys } = siteWith({
      'assets/a.js': { on: 1 },
      'assets/next.js': { on: 29 },
      'releases/a.json': release(1, 'assets/a.js'),
    })
    await handle(site, day(30))
    expect(keys()).toContain('assets/next.js')
  })

  test('deletes nothing without a release or with one that cannot be read', async () => {
    const without = siteWith({ 'assets/a.js': { on: 1 } })
    expect(await handle(without.site, day(90))).toEqual({ removed: 0 })
    const broken = siteWith({ 'assets/a.js': { on: 1 }, 'releases/a.json': { on: 1, text: '{"files":[]}' } })
    await expect(handle(broken.site, day(90))).rejects.toThrow('assets')
    expect(broken.keys()).toContain('assets/a.js')
  })
})
