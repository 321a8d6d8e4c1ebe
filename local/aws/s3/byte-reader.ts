import { AwsError } from '../aws-error.ts'

const incomplete = () =>
  new AwsError(
    'IncompleteBody',
    400,
    'You did not provide the number of bytes specified by the Content-Length header',
  )

export interface ByteReader {
  /** The bytes before the mark, which is read off too. Throws when more than `most` come without it. */
  until(mark: Buffer, most: number): Promise<Buffer>
  /** The bytes before the mark as a stream; the mark is read off too. */
  stream(mark: Buffer): AsyncGenerator<Buffer>
  /** Exactly so many bytes as a stream. */
  take(count: number): AsyncGenerator<Buffer>
  /** Reads off and forgets the rest. */
  drain(): Promise<void>
}

/** Reads a stream piece by piece, keeping no more than is needed to find the next mark. */
export const createByteReader = (source: AsyncIterable<Buffer>): ByteReader => {
  const iterator = source[Symbol.asyncIterator]()
  let buffer: Buffer = Buffer.alloc(0)
  const more = async () => {
    const next = await iterator.next()
    if (next.done) throw incomplete()
    buffer = buffer.length === 0 ? next.value : Buffer.concat([buffer, next.value])
  }
  const cut = (count: number): Buffer => {
    const piece = buffer.subarray(0, count)
    buffer = buffer.subarray(count)
    return piece
  }
  const stream = async function* (mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = buffer.indexOf(mark)
      if (at >= 0) {
        if (at > 0) yield cut(at)
        cut(mark.length)
        return
      }
      // The last bytes may be the beginning of the mark.
      const sure = buffer.length - mark.length + 1
      if (sure > 0) yield cut(sure)
      await more()
    }
  }
  return {
    stream,
    until: async (mark, most) => {
      for (let at = buffer.indexOf(mark); ; at = buffer.indexOf(mark)) {
        if (at > most || (at < 0 && buffer.length > most + mark.length)) {
          throw new AwsError(
            'MaxPostPreDataLengthExceededError',
            400,
            `More than ${most} bytes before ${JSON.stringify(mark.toString())}`,
          )
        }
        if (at >= 0) {
          const piece = cut(at)
          cut(mark.length)
          return piece
        }
        await more()
      }
    },
    take: async function* (count) {
      for (let left = count; left > 0;) {
        if (buffer.length === 0) await more()
        const piece = cut(Math.min(left, buffer.length))
        left -= piece.length
        yield piece
      }
    },
    drain: async () => {
      buffer = Buffer.alloc(0)
      while (!(await iterator.next()).done) buffer = Buffer.alloc(0)
    },
  }
}
