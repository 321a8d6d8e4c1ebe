import type { Cloud } from '#local/cloud/cloud.ts'
import { endpoints } from '#local/stripe/api/api.ts'
import type { Fault } from '#local/kit/faults.ts'
import { ControlError } from './router.ts'

/** The form of AWS action names. There is no list of each service's actions here. */
const awsAction = /^[A-Z][A-Za-z0-9]+$/

const isKnown = ({ functions }: Pick<Cloud, 'functions'>, { service, action }: Fault): boolean => {
  if (action === '*') return true
  if (service === 'lambda') return functions.names().includes(action)
  if (service === 'stripe') return endpoints.some((endpoint) => endpoint.action === action)
  return awsAction.test(action)
}

/** Rejects a fault that can never occur, because the test that injects it would pass for the wrong reason. */
export const assertKnownFault = (cloud: Pick<Cloud, 'functions'>, fault: Fault): void => {
  if (isKnown(cloud, fault)) return
  const { service, action } = fault
  throw new ControlError(400, 'validation_failed', `The service ${service} has no action ${action}.`)
}
