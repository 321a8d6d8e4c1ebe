import { expect, test } from 'vitest'
import { libraryKindOf, libraryPathPattern, originalName } from '../../shared/values/library-path.ts'
import { createClock } from '../clock.ts'
import { sampleMark } from './document.ts'
import { crc32 } from './formats/crc32.ts'
import { videoIdOf } from '../../shared/rules/youtube.ts'
import { seedLibrary } from './library/library.ts'
import { seedVideos } from './library/videos.ts'
import { functions } from '../../lib/functions.ts'
import { functionsOfSeed, seedPeople } from './people.ts'
import { seed } from './seed.ts'

const library = seedLibrary()
const ending = (name: string) => name.slice(name.lastIndexOf('.') + 1)

test('knows by name the functions that it leads through', () => {
  expect(functions.map(({ name }) => name)).toEqual(expect.arrayContaining([...functionsOfSeed]))
})

test('fills both lists of the library past their first five', () => {
  const count = (kind: string) => library.filter(({ name }) => libraryKindOf(name) === kind).length
  expect(count('guides')).toBeGreaterThanOrEqual(12)
  expect(count('templates')).toBeGreaterThanOrEqual(8)
})

test('shows six videos and more, each marked as a sample', () => {
  expect(seedVideos.filter(({ isActive }) => isActive).length).toBeGreaterThanOrEqual(6)
  for (const { id, title } of seedVideos) {
    expect(videoIdOf(`https://youtu.be/${id}`)).toBe(id)
    expect(title).toMatch(/\(sample\)$/)
  }
})

test('names files as uploads do', () => {
  for (const { name, path, title } of library) {
    expect(path).toMatch(libraryPathPattern)
    expect(originalName(name)).toMatch(new RegExp(`^${title}\\.\\w+$`))
  }
})

test('makes the same files each time', () => {
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
    const wanted = firstBytes[ending(name)] ?? 'a format that the test does not know'
    expect(bytes.subarray(0, wanted.length).toString('latin1'), name).toBe(wanted)
  }
})

test('marks what it makes up as a sample', () => {
  const hexMark = Buffer.from(sampleMark).toString('hex')
  for (const { name, bytes } of library.filter((file) => ending(file.name) !== 'png'))
    expect(bytes.includes(ending(name) === 'pdf' ? hexMark : sampleMark), name).toBe(true)
})

test('points each entry of a PDF table at its object', () => {
  for (const { name, bytes } of library.filter((file) => ending(file.name) === 'pdf')) {
    const text = bytes.toString('latin1')
    const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]))
    expect(offsets.length, name).toBeGreaterThan(6)
    for (const [index, offset] of offsets.entries())
      expect(text.slice(offset, offset + 12), name).toContain(`${index + 1} 0 obj`)
  }
})

test('computes the checksum that the standard gives as its example', () => {
  expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926)
})

test('puts every file with its title, and every person', async () => {
  const objects: string[] = []
  const items: Readonly<Record<string, unknown>>[] = []
  const people: string[] = []
  await seed({
    clock: createClock(),
    putObject: async (key) => void objects.push(key),
    putItem: async (item) => void items.push(item),
    given: async (as, email) => {
      people.push(`${as} ${email}`)
      return { userId: '', email, password: '', accessToken: '', idToken: '', refreshToken: '' }
    },
  })
  expect(objects.toSorted()).toEqual(library.map(({ path }) => path).toSorted())
  expect(items.filter(({ entity }) => entity === 'libraryFile')).toHaveLength(library.length)
  expect(items.filter(({ entity }) => entity === 'fileTitle')).toHaveLength(library.length)
  expect(items.filter(({ entity }) => entity === 'mediaLink')).toHaveLength(seedVideos.length)
  expect(people).toEqual(seedPeople.map(({ as, email }) => `${as} ${email}`))
})
