/** Events of Chromium's `Network` domain, with the fields that matter here. */
interface RequestSent {
  readonly requestId: string
  readonly request: { readonly url: string }
}
interface LoadingFinished {
  readonly requestId: string
  readonly encodedDataLength: number
}

export interface WireBytes {
  readonly onRequest: (event: RequestSent) => void
  readonly onFinished: (event: LoadingFinished) => void
  /** Returns the number of bytes since the last call. */
  readonly take: () => number
}

/**
 * Counts the bytes that a page receives, headers included. Chromium also reports `data:` addresses as requests with a
 * length, but their bytes are already counted as part of the page.
 */
export const wireBytes = (): WireBytes => {
  const partsOfPage = new Set<string>()
  let bytes = 0
  return {
    onRequest: ({ requestId, request }) => {
      if (request.url.startsWith('data:')) partsOfPage.add(requestId)
    },
    onFinished: ({ requestId, encodedDataLength }) => {
      if (!partsOfPage.has(requestId)) bytes += encodedDataLength
    },
    take: () => {
      const taken = bytes
      bytes = 0
      return taken
    },
  }
}
