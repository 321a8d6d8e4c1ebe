export type FaultService = 'dynamodb' | 's3' | 'ses' | 'cognito' | 'stripe' | 'lambda'

/** A fault to inject into calls of a service: `PUT /_local/faults`. */
export interface Fault {
  readonly service: FaultService
  /** Name of the action, or `*` for every action of the service. */
  readonly action: string
  /** Error code to respond with. A fault with only a delay or a dropped response lets the call succeed. */
  readonly error?: string
  readonly delayMs?: number
  /** Number of calls that it affects. Default: every call until the faults are cleared. */
  times?: number
  /** The call takes effect, but its response is never sent. */
  readonly dropResponse?: boolean
}

export interface Faults {
  /** Replaces all faults. */
  set(faults: readonly Fault[]): void
  /** Returns the fault for a call and counts it down. Returns undefined if the call should succeed. */
  take(service: FaultService, action: string): Fault | undefined
  clear(): void
}

/** The code of an internal error in each service. */
const internalErrors: Readonly<Record<FaultService, string>> = {
  dynamodb: 'InternalServerError',
  s3: 'InternalError',
  ses: 'ServiceUnavailable',
  cognito: 'InternalErrorException',
  stripe: 'api_error',
  lambda: 'Unhandled',
}

const hasEffect = ({ error, delayMs, dropResponse }: Fault): boolean =>
  error !== undefined || delayMs !== undefined || dropResponse === true

/**
 * Creates an empty list of faults. A fault without an error, delay or dropped response gets the service's
 * internal error: a fault without any effect would let a test pass for the wrong reason.
 */
export const createFaults = (): Faults => {
  let faults: Fault[] = []
  const isUsedUp = (fault: Fault) => fault.times !== undefined && fault.times <= 0
  return {
    set: (next) => {
      faults = next.map((fault) =>
        hasEffect(fault) ? { ...fault } : { ...fault, error: internalErrors[fault.service] },
      )
    },
    take: (service, action) => {
      const fault = faults.find(
        (candidate) =>
          candidate.service === service &&
          (candidate.action === action || candidate.action === '*') &&
          !isUsedUp(candidate),
      )
      if (fault?.times !== undefined) fault.times -= 1
      return fault
    },
    clear: () => {
      faults = []
    },
  }
}
