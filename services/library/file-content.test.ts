import { expect, test } from 'vitest'
import { uploadTypes } from '../../shared/values/file-types.ts'
import { isContentAsNamed } from './file-content.ts'

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

test.each(Object.keys(uploadTypes))('knows .%s by its content', (ending) => {
  const content = genuine[ending] ?? bytes('')
  expect(isContentAsNamed(`a.${ending.toUpperCase()}`, content)).toBe(true)
})

const pretenders = {
  'a program': bytes('MZ\x90\x00'),
  'a program for Linux': bytes('\x7fELF'),
  'a script': bytes('#!/bin/sh'),
  'a page': bytes('<!doctype html>'),
  'an archive of programs': bytes(zip, 'PK\x01\x02 META-INF/MANIFEST.MF'),
  'a program with a PDF inside': bytes('MZ\x90\x00%PDF-1.7'),
  nothing: bytes(''),
}

test.each(Object.entries(pretenders))('takes %s under none of the endings', (_what, content) => {
  for (const ending of Object.keys(uploadTypes)) expect(isContentAsNamed(`a.${ending}`, content)).toBe(false)
})

test('knows no other endings', () => {
  expect(isContentAsNamed('a.exe', bytes('MZ'))).toBe(false)
  expect(isContentAsNamed('toString', bytes(''))).toBe(false)
})
