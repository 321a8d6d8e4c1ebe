import type { Fault, Faults, FaultService } from './types.ts'

/** What each service calls a failure of its own. */
const ownFailure: Readonly<Record<FaultService, string>> = {
  dynamodb: 'InternalServerError',
  s3: 'InternalError',
  ses: 'ServiceUnavailable',
  cognito: 'InternalErrorException',
  stripe: 'api_error',
  lambda: 'Unhandled',
}

const changesTheCall = ({ error, delayMs, dropResponse }: Fault): boolean =>
  error !== undefined || delayMs !== undefined || dropResponse === true

/**
 * Keeps the failures that were asked for. A fault for the action `*` meets every action of its service. One
 * that names neither an error nor a delay nor a lost answer fails as the service itself would: a fault that
 * changes nothing would let a test pass for the wrong reason.
 */
export const createFaults = (): Faults => {
  let faults: Fault[] = []
  const isSpent = (fault: Fault) => fault.times !== undefined && fault.times <= 0
  return {
    set: (wanted) => {
      faults = wanted.map((fault) =>
        changesTheCall(fault) ? { ...fault } : { ...fault, error: ownFailure[fault.service] },
      )
    },
    take: (service, action) => {
      const fault = faults.find(
        (candidate) =>
          candidate.service === service &&
          (candidate.action === action || candidate.action === '*') &&
          !isSpent(candidate),
      )
      if (fault?.times !== undefined) fault.times -= 1
      return fault
    },
    clear: () => {
      faults = []
    },
  }
}
