import { expect, test } from 'vitest'
import { extensionOf, fileClassOf, isOfficeFile, uploadTypes } from '../values/file-types.ts'
import { libraryPathPattern, originalName, safeFileName } from '../values/library-path.ts'
import { maxUploadBytes } from '../values/limits.ts'
import { rejectionsOf } from './upload.ts'

const allowed = ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'png', 'jpg', 'jpeg', 'gif', 'webp']

test.each(allowed)('accepts .%s with its MIME type or without one, in any case', (extension) => {
  const type = uploadTypes[extension] ?? ''
  for (const name of [`a.${extension}`, `A b.c.${extension.toUpperCase()}`])
    for (const reported of [type, '']) expect(rejectionsOf({ name, type: reported, size: 1 })).toEqual([])
})

test('rejects other extensions', () => {
  expect(Object.keys(uploadTypes).toSorted()).toEqual(allowed.toSorted())
  for (const extension of ['exe', 'avif', 'mp4', 'html', 'svg', 'zip', 'docm', 'constructor'])
    expect(rejectionsOf({ name: `a.${extension}`, type: '', size: 1 })).toEqual([
      `Invalid file type (.${extension})`,
    ])
  expect(rejectionsOf({ name: 'README', type: '', size: 1 })).toEqual(['Invalid file type (no extension)'])
})

test.each([
  'a.exe%00.pdf',
  'a.exe%0a.pdf',
  'a%7F.pdf',
  'a\u0000.pdf',
  'invoice\u202efdp.pdf',
  'a\u2067b.pdf',
])('rejects the name %j', (name) => {
  expect(rejectionsOf({ name, type: '', size: 1 })).toEqual([
    'The file name contains characters that are not allowed',
  ])
  expect(`library/guides_1_${name}`).not.toMatch(libraryPathPattern)
})

test.each(['100%.pdf', '50%25.pdf', 'A–Z (2026).pdf', 'Rhôs.pdf'])('accepts the name %j', (name) => {
  expect(rejectionsOf({ name, type: '', size: 1 })).toEqual([])
  expect(`library/guides_1_${name}`).toMatch(libraryPathPattern)
})

test('rejects a MIME type that does not match the extension', () => {
  expect(rejectionsOf({ name: 'a.pdf', type: 'text/plain', size: 1 })).toEqual(['Invalid MIME type'])
  expect(rejectionsOf({ name: 'a.pdf', type: 'image/png', size: 1 })).toEqual(['Invalid MIME type'])
  expect(rejectionsOf({ name: 'a.exe', type: 'application/x-msdownload', size: 1 })).toEqual([
    'Invalid file type (.exe)',
    'Invalid MIME type',
  ])
})

test('accepts 200 MB and not a byte more', () => {
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
])('stores %j as %j', (name, stored) => {
  expect(safeFileName(name)).toBe(stored)
})

test('truncates long names before the extension and between characters', () => {
  for (const letter of ['a', 'ü', '😀', 'x😀']) {
    const kept = safeFileName(`${letter.repeat(300)}.docx`)
    expect(kept.length).toBeLessThanOrEqual(180)
    expect(extensionOf(kept)).toBe('docx')
    expect(() => encodeURIComponent(kept)).not.toThrow()
    expect(`library/templates_1763600000000_${kept}`).toMatch(libraryPathPattern)
    expect(originalName(`templates_1763600000000_${kept}`)).toBe(kept)
  }
})

test('classifies files by extension', () => {
  for (const extension of ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif'])
    expect(fileClassOf(`a.${extension}`)).toBe('image')
  for (const extension of ['mp4', 'webm', 'ogg', 'mov', 'm4v'])
    expect(fileClassOf(`a.${extension}`)).toBe('video')
  for (const name of ['a.pdf', 'a.xyz', 'a']) expect(fileClassOf(name)).toBe('other')
  for (const extension of ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'])
    expect(isOfficeFile(`a.${extension}`)).toBe(true)
  expect(isOfficeFile('a.pdf')).toBe(false)
})
