import { createHash } from 'node:crypto'
import type { Upload } from '#platform/files/quarantine.ts'

/** Stores the library's files in memory, with the functions of S3 that the handlers use. */
export class MemoryFiles {
  private readonly files = new Map<string, Buffer>()
  private readonly uploads = new Map<string, Pick<Upload, 'id' | 'adminId' | 'isReplacement'>>()
  private failing = false

  /**
   * Stores a file. `id` is the id of an upload, from its form. `adminId` is the admin who received the form, and
   * `isReplacement` whether it was for the replacement of a listed file.
   */
  put = (key: string, bytes: Buffer, id?: string, adminId?: string, isReplacement = false): void => {
    this.files.set(key, bytes)
    this.uploads.set(key, { id, adminId, isReplacement })
  }

  read = (key: string): string | undefined => this.files.get(key)?.toString('latin1')

  write = async (key: string, bytes: Buffer): Promise<void> => this.put(key, bytes)

  /** Returns the keys of all files. */
  keys = (): string[] => [...this.files.keys()]

  /** Makes the next deletion fail, as if S3 had returned an error. */
  failNextRemoval = (): void => {
    this.failing = true
  }

  isStored = async (key: string): Promise<boolean> => this.files.has(key)

  inspect = async (key: string): Promise<Upload | undefined> => {
    const bytes = this.files.get(key)
    if (bytes === undefined) return undefined
    const etag = createHash('md5').update(bytes).digest('hex')
    const { id, adminId, isReplacement = false } = this.uploads.get(key) ?? {}
    return { id, adminId, isReplacement, etag, size: bytes.length, start: bytes, end: bytes }
  }

  release = async (from: string, to: string, { etag }: { etag: string }): Promise<boolean> => {
    const bytes = this.files.get(from)
    if (bytes === undefined || (await this.inspect(from))?.etag !== etag) return false
    this.files.set(to, bytes)
    return true
  }

  remove = async (key: string): Promise<void> => {
    if (this.failing) {
      this.failing = false
      throw new Error('InternalError')
    }
    this.files.delete(key)
  }
}
