import type { IncomingMessage } from 'node:http'
import { AwsError } from '../protocol/aws-error.ts'
import { createByteReader, type ByteReader } from './byte-reader.ts'

/** S3's limit for all fields before the file together. */
const maxFieldBytes = 20 * 1024

export interface UploadForm {
  /** Names in lower case. */
  readonly fields: ReadonlyMap<string, string>
  readonly fileName: string
  /** Content of the file field. */
  readonly file: AsyncIterable<Buffer>
  /** Reads and discards the rest of the form. */
  drain(): Promise<void>
}

const malformed = (message: string) => new AwsError('MalformedPOSTRequest', 400, message)

const boundaryOf = (request: IncomingMessage): string => {
  const type = request.headers['content-type'] ?? ''
  const match = /^multipart\/form-data;.*boundary=(?:"([^"]+)"|([^;]+))/i.exec(type)
  const boundary = match?.[1] ?? match?.[2]
  if (!boundary) {
    throw new AwsError(
      'PreconditionFailed',
      412,
      'Bucket POST must be of the enclosure-type multipart/form-data',
    )
  }
  return boundary
}

const partHeader = async (reader: ByteReader): Promise<{ name: string; fileName: string }> => {
  const text = (await reader.until(Buffer.from('\r\n\r\n'), maxFieldBytes)).toString()
  const disposition = /content-disposition:[^\r\n]*/i.exec(text)?.[0] ?? ''
  const name = /[;\s]name="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1]
  if (name === undefined) throw malformed('A part of the form has no name')
  return { name, fileName: /[;\s]filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1] ?? '' }
}

/** Reads a browser's form up to its file, which stays a stream. Ignores fields after the file, as S3 does. */
export const readUploadForm = async (request: IncomingMessage): Promise<UploadForm> => {
  const delimiter = `--${boundaryOf(request)}`
  const reader = createByteReader(request)
  const fields = new Map<string, string>()
  await reader.until(Buffer.from(`${delimiter}\r\n`), maxFieldBytes)
  for (let total = 0; ;) {
    const { name, fileName } = await partHeader(reader)
    const mark = Buffer.from(`\r\n${delimiter}`)
    if (name.toLowerCase() === 'file') {
      return { fields, fileName, file: reader.stream(mark), drain: reader.drain }
    }
    const value = (await reader.until(mark, maxFieldBytes)).toString()
    total += value.length
    if (total > maxFieldBytes) {
      throw new AwsError('MaxPostPreDataLengthExceededError', 400, 'The fields before the file are too long')
    }
    fields.set(name.toLowerCase(), value)
    const end = (await reader.until(Buffer.from('\r\n'), maxFieldBytes)).toString()
    if (end === '--')
      throw new AwsError('InvalidArgument', 400, 'POST requires exactly one file upload per request.')
  }
}
