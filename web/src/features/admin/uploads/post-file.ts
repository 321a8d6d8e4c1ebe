import { maxUploadMegabytes } from '#shared/values/limits.ts'

export interface PostOptions {
  readonly signal: AbortSignal
  /** From 0 to 100. */
  readonly onProgress: (percent: number) => void
}

/** The storage does not accept the file, however often it is sent. */
export class StorageRejection extends Error {
  override readonly name = 'StorageRejection'
}

/** The connection ended before the storage had all of the file, or the browser could not read the file. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** The storage did not store the file this time. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure'
}

const failureOf = (status: number): Error =>
  status === 400
    ? new StorageRejection(
        `The file could not be uploaded. It is empty or larger than ${maxUploadMegabytes} MB.`,
      )
    : new StorageFailure(`The file could not be uploaded (error ${status}). Please try again.`)

/**
 * Posts a file directly to the storage. Uses `XMLHttpRequest`, because `fetch` does not report the progress of an
 * upload. The browser reads the file from disk while it sends. Throws when the upload fails or is cancelled.
 */
export const postFile = (
  { url, fields }: { url: string; fields: Readonly<Record<string, string>> },
  file: File,
  { signal, onProgress }: PostOptions,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', file) // must be last: the storage ignores later fields
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress((loaded / total) * 100)
    })
    request.addEventListener('load', () =>
      request.status < 300 ? resolve() : reject(failureOf(request.status)),
    )
    request.addEventListener('error', () =>
      reject(new ConnectionLost('The connection was lost and the file was not uploaded. Please try again.')),
    )
    request.addEventListener('abort', () => reject(new Error('Cancelled')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
