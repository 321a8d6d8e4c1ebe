import type { Cloud } from '../cloud/cloud.ts'
import { endpoints } from '../stripe/api.ts'
import type { Fault } from '../types.ts'
import { ControlError } from './router.ts'

/** The actions of AWS are written like this; which of them a service has, only AWS knows. */
const awsAction = /^[A-Z][A-Za-z0-9]+$/

const isKnown = ({ functions }: Pick<Cloud, 'functions'>, { service, action }: Fault): boolean => {
  if (action === '*') return true
  if (service === 'lambda') return functions.names().includes(action)
  if (service === 'stripe') return endpoints.some((endpoint) => endpoint.action === action)
  return awsAction.test(action)
}

/** Refuses a fault that can never strike: the test that asked for it would pass for the wrong reason. */
export const checkFault = (cloud: Pick<Cloud, 'functions'>, fault: Fault): void => {
  if (isKnown(cloud, fault)) return
  const { service, action } = fault
  throw new ControlError(400, 'validation_failed', `The service ${service} has no action ${action}.`)
}
