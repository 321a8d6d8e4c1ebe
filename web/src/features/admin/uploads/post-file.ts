export interface Sending {
  readonly signal: AbortSignal
  /** From 0 to 100. */
  readonly onProgress: (percent: number) => void
}

const failureOf = (status: number): string =>
  status === 400
    ? 'The storage refused the file: it is empty or larger than 200 MB.'
    : `The storage refused the file (${status}). Please try again.`

/**
 * Posts a file straight to the storage. `fetch` cannot tell how far an upload has come, so this is the older
 * request; the browser reads the file from disk as it goes. Throws when it did not arrive or was cancelled.
 */
export const postFile = (
  { url, fields }: { url: string; fields: Readonly<Record<string, string>> },
  file: File,
  { signal, onProgress }: Sending,
): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', file) // the storage ignores what comes after it
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress((loaded / total) * 100)
    })
    request.addEventListener('load', () =>
      request.status < 300 ? resolve() : reject(new Error(failureOf(request.status))),
    )
    request.addEventListener('error', () =>
      reject(new Error('The connection was lost. Nothing was added; please try again.')),
    )
    request.addEventListener('abort', () => reject(new Error('Cancelled')))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
