import { AwsError } from '../protocol/aws-error.ts'

const incomplete = () =>
  new AwsError(
    'IncompleteBody',
    400,
    'You did not provide the number of bytes specified by the Content-Length header',
  )

export interface ByteReader {
  /**
   * Reads the bytes before the mark, and consumes the mark. Throws if more than `maxBytes` come before it.
   */
  until(mark: Buffer, maxBytes: number): Promise<Buffer>
  /** Streams the bytes before the mark, and consumes the mark. */
  stream(mark: Buffer): AsyncGenerator<Buffer>
  /** Streams exactly this number of bytes. */
  take(count: number): AsyncGenerator<Buffer>
  /** Reads and discards the rest. */
  drain(): Promise<void>
}

/** Creates a reader that buffers no more than is needed to find the next mark. */
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
      // The last bytes may be the start of the mark.
      const complete = buffer.length - mark.length + 1
      if (complete > 0) yield cut(complete)
      await more()
    }
  }
  return {
    stream,
    until: async (mark, maxBytes) => {
      for (let at = buffer.indexOf(mark); ; at = buffer.indexOf(mark)) {
        if (at > maxBytes || (at < 0 && buffer.length > maxBytes + mark.length)) {
          throw new AwsError(
            'MaxPostPreDataLengthExceededError',
            400,
            `More than ${maxBytes} bytes before ${JSON.stringify(mark.toString())}`,
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
