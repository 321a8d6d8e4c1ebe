import { describe, expect, test } from 'vitest'
import { libraryKindOf, libraryPathPattern, originalName } from '#shared/values/library-path.ts'
import { sampleMark } from './formats/document.ts'
import { crc32 } from './formats/crc32.ts'
import { videoIdOf } from '#shared/rules/youtube.ts'
import { seedLibrary } from './library/library.ts'
import { seedVideos } from './library/videos.ts'
import { functions } from '#lib/functions.ts'
import { functionsForSeeding, seedAccounts } from './accounts.ts'
import { seed } from './seed.ts'

const library = seedLibrary()
const extension = (name: string) => name.slice(name.lastIndexOf('.') + 1)

describe('seed', () => {
  test('lists only existing functions for seeding', () => {
    expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining([...functionsForSeeding]))
  })

  test('has more guides and templates than the first page of each list shows', () => {
    const count = (kind: string) => library.filter(({ name }) => libraryKindOf(name) === kind).length
    expect(count('guides')).toBeGreaterThanOrEqual(12)
    expect(count('templates')).toBeGreaterThanOrEqual(8)
  })

  test('has at least six active videos, each marked as a sample', () => {
    expect(seedVideos.filter(({ isActive }) => isActive).length).toBeGreaterThanOrEqual(6)
    for (const { id, title } of seedVideos) {
      expect(videoIdOf(`https://youtu.be/${id}`)).toBe(id)
      expect(title).toMatch(/\(sample\)$/)
    }
  })

  test('names files like uploads', () => {
    for (const { name, path, title } of library) {
      expect(path).toMatch(libraryPathPattern)
      expect(originalName(name)).toMatch(new RegExp(`^${title}\\.\\w+$`))
    }
  })

  test('creates the same files each time', () => {
    expect(seedLibrary()).toEqual(library)
  })

  const firstBytes: Record<string, string> = {
    pdf: '%PDF-',
    docx: 'PK\x03\x04',
    xlsx: 'PK\x03\x04',
    png: '\x89PNG',
  }

  test('starts each file with the bytes of its format', () => {
    for (const { name, bytes } of library) {
      const wanted = firstBytes[extension(name)] ?? 'unknown format'
      expect(bytes.subarray(0, wanted.length).toString('latin1'), name).toBe(wanted)
    }
  })

  test('dates each sentence about a change, because the library shows only dated ones', async () => {
    const stored: Readonly<Record<string, unknown>>[] = []
    await seed({
      putObject: async () => undefined,
      putItem: async (item) => void stored.push(item),
      createAccount: async () => undefined,
    })
    const changed = stored.filter(
      ({ entity, what_changed: sentence }) => entity === 'library_facts' && typeof sentence === 'string',
    )
    expect(changed.length).toBeGreaterThan(0)
    for (const item of changed) expect(item['what_changed_at']).toMatch(/^\d{4}-\d{2}-\d{2}T/)
  })

  test('marks every document as a sample', () => {
    const hexMark = Buffer.from(sampleMark).toString('hex')
    for (const { name, bytes } of library.filter((file) => extension(file.name) !== 'png'))
      expect(bytes.includes(extension(name) === 'pdf' ? hexMark : sampleMark), name).toBe(true)
  })

  test('writes the correct byte offset of every PDF object', () => {
    for (const { name, bytes } of library.filter((file) => extension(file.name) === 'pdf')) {
      const text = bytes.toString('latin1')
      const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]))
      expect(offsets.length, name).toBeGreaterThan(6)
      for (const [index, offset] of offsets.entries())
        expect(text.slice(offset, offset + 12), name).toContain(`${index + 1} 0 obj`)
    }
  })

  test('computes the standard’s example checksum', () => {
    expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926)
  })

  test('states the law in Wales where the guides explain the Renters’ Rights Act', () => {
    const [about] = library.filter(({ title }) => title.startsWith('Renters’ Rights Act'))
    expect(about?.facts).toMatchObject({ country: 'both', lawAsAt: '2026-06-01' })
    for (const { facts } of [...library, ...seedVideos]) expect(facts.reviewBy > facts.lawAsAt).toBe(true)
  })

  test('stores every file with its title and facts, and creates every account', async () => {
    const objects: string[] = []
    const items: Readonly<Record<string, unknown>>[] = []
    const accounts: string[] = []
    await seed({
      putObject: async (key) => void objects.push(key),
      putItem: async (item) => void items.push(item),
      createAccount: async (as, email) => void accounts.push(`${as} ${email}`),
    })
    expect(objects.toSorted()).toEqual(library.map(({ path }) => path).toSorted())
    expect(items.filter(({ entity }) => entity === 'library_file')).toHaveLength(library.length)
    expect(items.filter(({ entity }) => entity === 'file_title')).toHaveLength(library.length)
    const facts = items.filter(({ entity }) => entity === 'library_facts')
    expect(facts).toHaveLength(library.length + seedVideos.length)
    // The library offers the history of every item with facts.
    const changes = items.filter(({ entity }) => entity === 'library_change')
    expect(changes.map(({ item }) => item).toSorted()).toEqual(facts.map(({ item }) => item).toSorted())
    expect(items.filter(({ entity }) => entity === 'media_link')).toHaveLength(seedVideos.length)
    expect(accounts).toEqual(seedAccounts.map(({ as, email }) => `${as} ${email}`))
  })
})
