import { expect, test } from 'vitest'
import { extensionOf, fileClassOf, isOfficeFile, uploadTypes } from '../values/file-types.ts'
import { libraryPathPattern, originalName, safeFileName } from '../values/library-path.ts'
import { maxUploadBytes } from '../values/limits.ts'
import { rejectionsOf } from './upload.ts'

const allowed = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'png', 'jpg', 'jpeg', 'gif', 'webp']

test.each(allowed)(
  'takes .%s with its own type, in capitals too, or where the browser knows no type',
  (ending) => {
    const type = uploadTypes[ending] ?? ''
    for (const name of [`a.${ending}`, `A b.c.${ending.toUpperCase()}`])
      for (const said of [type, '']) expect(rejectionsOf({ name, type: said, size: 1 })).toEqual([])
  },
)

test('takes no other ending', () => {
  expect(Object.keys(uploadTypes).toSorted()).toEqual(allowed.toSorted())
  for (const ending of ['exe', 'avif', 'mp4', 'html', 'svg', 'zip', 'docm', 'constructor'])
    expect(rejectionsOf({ name: `a.${ending}`, type: '', size: 1 })).toEqual([
      `Invalid file type (.${ending})`,
    ])
  expect(rejectionsOf({ name: 'README', type: '', size: 1 })).toEqual(['Invalid file type (.)'])
})

test('takes no type but that of the ending', () => {
  expect(rejectionsOf({ name: 'a.pdf', type: 'text/plain', size: 1 })).toEqual(['Invalid MIME type'])
  expect(rejectionsOf({ name: 'a.pdf', type: 'image/png', size: 1 })).toEqual(['Invalid MIME type'])
  expect(rejectionsOf({ name: 'a.exe', type: 'application/x-msdownload', size: 1 })).toEqual([
    'Invalid file type (.exe)',
    'Invalid MIME type',
  ])
})

test('takes 200 MB and not a byte more', () => {
  const file = { name: 'a.pdf', type: 'application/pdf' }
  expect(maxUploadBytes).toBe(209_715_200)
  expect(rejectionsOf({ ...file, size: maxUploadBytes })).toEqual([])
  expect(rejectionsOf({ ...file, size: maxUploadBytes + 1 })).toEqual(['File too large (200.1MB, max 200MB)'])
  expect(rejectionsOf({ ...file, size: 201 * 1024 * 1024 })).toEqual(['File too large (201.0MB, max 200MB)'])
})

test.each([
  ['Gas safety.pdf', 'Gas safety.pdf'],
  ['../../etc/passwd.pdf', '._._etc_passwd.pdf'],
  ['a\\b/c.pdf', 'a_b_c.pdf'],
  ['a\u0000b\n.pdf', 'a_b_.pdf'],
  ['cafe\u0301.pdf', 'caf\u00e9.pdf'],
  ['invoice\u202efdp.pdf', 'invoice_fdp.pdf'],
  ['${filename}.pdf', '_filename}.pdf'],
])('keeps %j as %j', (name, kept) => {
  expect(safeFileName(name)).toBe(kept)
})

test('cuts long names before the ending, and between characters', () => {
  for (const letter of ['a', 'ü', '😀', 'x😀']) {
    const kept = safeFileName(`${letter.repeat(300)}.docx`)
    expect(kept.length).toBeLessThanOrEqual(180)
    expect(extensionOf(kept)).toBe('docx')
    expect(() => encodeURIComponent(kept)).not.toThrow()
    expect(`library/templates_1763600000000_${kept}`).toMatch(libraryPathPattern)
    expect(originalName(`templates_1763600000000_${kept}`)).toBe(kept)
  }
})

test('classes files by their endings', () => {
  for (const ending of ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif'])
    expect(fileClassOf(`a.${ending}`)).toBe('image')
  for (const ending of ['mp4', 'webm', 'ogg', 'mov', 'm4v']) expect(fileClassOf(`a.${ending}`)).toBe('video')
  for (const name of ['a.pdf', 'a.xyz', 'a']) expect(fileClassOf(name)).toBe('other')
  for (const ending of ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'])
    expect(isOfficeFile(`a.${ending}`)).toBe(true)
  expect(isOfficeFile('a.pdf')).toBe(false)
})
