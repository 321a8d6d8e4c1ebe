import { crc32 } from './crc32.ts'

/** 1 January 2026, midnight, in MS-DOS format. A fixed date makes the files reproducible. */
const date = ((2026 - 1980) << 9) | (1 << 5) | 1

const fields = (bytes: Buffer): Buffer => {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(20, 0) // version needed
  head.writeUInt16LE(0x0800, 2) // names are UTF-8
  head.writeUInt16LE(date, 8)
  head.writeUInt32LE(crc32(bytes), 10)
  head.writeUInt32LE(bytes.length, 14)
  head.writeUInt32LE(bytes.length, 18)
  return head
}

const signature = (text: string) => Buffer.from(text, 'latin1')

const uint16 = (...values: number[]) => {
  const buffer = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) buffer.writeUInt16LE(value, index * 2)
  return buffer
}

const uint32 = (...values: number[]) => {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) buffer.writeUInt32LE(value, index * 4)
  return buffer
}

/** Writes files, stored without compression, into a ZIP archive (PKWARE APPNOTE 6.3, sections 4.3.7-16). */
export const zip = (files: Readonly<Record<string, string>>): Buffer => {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path)
    const bytes = Buffer.from(text)
    const common = fields(bytes)
    const part = Buffer.concat([signature('PK\x03\x04'), common, uint16(name.length, 0), name, bytes])
    const entry = [
      signature('PK\x01\x02'),
      uint16(20),
      common,
      uint16(name.length, 0, 0, 0, 0),
      uint32(0, offset),
      name,
    ]
    parts.push(part)
    directory.push(Buffer.concat(entry))
    offset += part.length
  }
  const index = Buffer.concat(directory)
  const end = [
    signature('PK\x05\x06'),
    uint16(0, 0, directory.length, directory.length),
    uint32(index.length, offset),
    uint16(0),
  ]
  return Buffer.concat([...parts, index, ...end])
}
