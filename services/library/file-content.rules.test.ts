import { describe, expect, test } from 'vitest'
import { uploadTypes } from '#shared/values/file-types.ts'
import { hasContentOfExtension } from './file-content.ts'

const bytes = (start: string, end = '') => ({
  start: Buffer.from(start, 'latin1'),
  end: Buffer.from(end || start, 'latin1'),
})

const compound = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const zip = 'PK\x03\x04'

const genuine: Readonly<Record<string, { start: Buffer; end: Buffer }>> = {
  pdf: bytes('%PDF-1.7'),
  doc: bytes(compound),
  xls: bytes(compound),
  ppt: bytes(compound),
  docx: bytes(zip, 'PK\x01\x02 word/document.xml'),
  xlsx: bytes(zip, 'PK\x01\x02 xl/workbook.xml'),
  pptx: bytes(zip, 'PK\x01\x02 ppt/presentation.xml'),
  png: bytes('\x89PNG\r\n\x1a\n'),
  jpg: bytes('\xff\xd8\xff\xe0'),
  jpeg: bytes('\xff\xd8\xff\xe1'),
  gif: bytes('GIF89a'),
  webp: bytes('RIFF\x00\x00\x00\x00WEBP'),
}

const otherContent = {
  'a program': bytes('MZ\x90\x00'),
  'a program for Linux': bytes('\x7fELF'),
  'a script': bytes('#!/bin/sh'),
  'a page': bytes('<!doctype html>'),
  'an archive of programs': bytes(zip, 'PK\x01\x02 META-INF/MANIFEST.MF'),
  'a program that ends like a Word document': bytes('MZ\x90\x00', 'PK\x01\x02 word/document.xml'),
  'a sound': bytes('RIFF\x00\x00\x00\x00WAVE'),
  'something that names WebP': bytes('RIFX\x00\x00\x00\x00WEBP'),
  'a program with a PDF inside': bytes('MZ\x90\x00%PDF-1.7'),
  nothing: bytes(''),
}

describe('hasContentOfExtension', () => {
  test.each(Object.keys(uploadTypes))('accepts genuine .%s content', (extension) => {
    const content = genuine[extension] ?? bytes('')
    expect(hasContentOfExtension(`a.${extension.toUpperCase()}`, content)).toBe(true)
  })

  test.each(Object.entries(otherContent))('rejects %s for every extension', (_what, content) => {
    for (const extension of Object.keys(uploadTypes))
      expect(hasContentOfExtension(`a.${extension}`, content)).toBe(false)
  })

  test('rejects other extensions', () => {
    expect(hasContentOfExtension('a.exe', bytes('MZ'))).toBe(false)
    expect(hasContentOfExtension('toString', bytes(''))).toBe(false)
  })
})
