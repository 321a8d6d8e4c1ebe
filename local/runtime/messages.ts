/** What the local cloud and the worker thread of a function say to each other. */

/** Given to a worker when it starts. */
export interface WorkerSetup {
  /** Absolute path of the bundle. */
  readonly bundle: string
  /** Name of the exported handler. */
  readonly handler: string
  /** The clock's offset, see local/clock.ts. */
  readonly clock: SharedArrayBuffer
}

/** One invocation. */
export interface Invocation {
  readonly requestId: string
  readonly event: unknown
  readonly functionName: string
  readonly functionArn: string
  readonly memoryMb: number
  readonly timeoutMs: number
}

/** A failure in the shape in which Lambda reports it. */
export interface FunctionError {
  readonly errorType: string
  readonly errorMessage: string
  readonly trace?: readonly string[]
}

export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'initFailed'; readonly error: FunctionError }
  /** `payload` is the JSON text of what the handler returned. */
  | { readonly kind: 'done'; readonly payload: string | undefined }
  | { readonly kind: 'failed'; readonly error: FunctionError }
