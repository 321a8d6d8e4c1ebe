/** Messages between the emulator and the worker thread of a function. */

/** Passed to a worker when it starts. */
export interface WorkerSetup {
  /** Absolute path of the bundle. */
  readonly bundle: string
  /** Name of the exported handler. */
  readonly handler: string
  /** The clock's offset, see local/kit/clock.ts. */
  readonly clock: SharedArrayBuffer
}

export interface Invocation {
  readonly requestId: string
  readonly event: unknown
  readonly functionName: string
  readonly functionArn: string
  readonly memoryMb: number
  readonly timeoutMs: number
}

/** An error in Lambda's format. */
export interface FunctionError {
  readonly errorType: string
  readonly errorMessage: string
  readonly trace?: readonly string[]
}

export type WorkerReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'initFailed'; readonly error: FunctionError }
  /** `payload` is the JSON text of the value that the handler returned. */
  | { readonly kind: 'done'; readonly payload: string | undefined }
  | { readonly kind: 'failed'; readonly error: FunctionError }
