import type { Fault, Faults } from './types.ts'

/** Keeps the failures that were asked for. A fault for the action `*` meets every action of its service. */
export const createFaults = (): Faults => {
  let faults: Fault[] = []
  const isSpent = (fault: Fault) => fault.times !== undefined && fault.times <= 0
  return {
    set: (wanted) => {
      faults = wanted.map((fault) => ({ ...fault }))
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
