import { refusals, type RefusalCode } from '../../shared/contract/refusals.ts'

/** An expected answer that is not a success. Anything thrown that is not one of these is a fault. */
export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  readonly code: Code
  readonly status: number
  /** When it makes sense to try again, in whole seconds. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: Code, details: { message?: string; retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(details.message ?? refusals[code].message, { cause: details.cause })
    this.name = 'Refusal'
    this.code = code
    this.status = refusals[code].status
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** Makes a refusal to return (not to throw): an operation may return only those that it declares. */
export const refused = <Code extends RefusalCode>(
  code: Code,
  details?: ConstructorParameters<typeof Refusal>[1],
): Refusal<Code> => new Refusal(code, details)
