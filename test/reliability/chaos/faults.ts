import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { Killed } from '../steps.ts'

/** Everything that a function calls. */
const services = ['table', 'storage', 'email', 'user pool', 'Stripe', 'chat provider'] as const
export type Service = (typeof services)[number]

/**
 * Ways in which a call fails. `loses the response`: the call takes effect, but the function gets an error; `hangs`:
 * the function ends at its timeout, and the call has no effect; `is interrupted`: the function ends; `cancels the
 * transaction`: as the table does when another transaction changes the same items. Other services fail instead.
 */
export const failureModes = [
  'fails',
  'is throttled',
  'hangs',
  'loses the response',
  'function is interrupted before the call',
  'function is interrupted after the call',
  'cancels the transaction',
] as const
export type FailureMode = (typeof failureModes)[number]

const endsFunction: readonly FailureMode[] = [
  'hangs',
  'function is interrupted before the call',
  'function is interrupted after the call',
]
const hasEffect: readonly FailureMode[] = ['loses the response', 'function is interrupted after the call']

export interface Fault {
  readonly service: Service | 'any'
  /** The calls that succeed before it. */
  readonly after: number
  /** The number of calls in a row that it affects. */
  readonly times: number
  readonly mode: FailureMode
}

/** Thrown in place of a response. */
class ServiceError extends Error {}

/** The errors with which the services limit their use. */
const throttlingErrors: Readonly<Record<Service, string>> = {
  table: 'ProvisionedThroughputExceededException',
  storage: 'SlowDown',
  email: 'TooManyRequestsException',
  'user pool': 'TooManyRequestsException',
  Stripe: 'rate_limit',
  'chat provider': '429',
}

const throttled = (service: Service): Error =>
  Object.assign(new ServiceError(`${service} is throttled`), { name: throttlingErrors[service] })

const conflict = (): Error =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  })

/** Every service with each way in which its calls can fail. Only the table has transactions. */
const faultKinds = services.flatMap((service) =>
  failureModes
    .filter((mode) => service === 'table' || mode !== 'cancels the transaction')
    .map((mode) => `${service}: ${mode}`),
)

/** Injects one fault at a time into the calls of all services, and counts what it injected. */
export class Faults {
  private armed: Fault | undefined
  private calls = 0
  private losesThisResponse = false
  private isDead = false
  /** Number of injected faults of each kind, such as `Stripe: fails`. */
  readonly injected = new Map(faultKinds.map((kind) => [kind, 0]))

  /** Runs a step with a fault. */
  async during(fault: Fault, step: () => Promise<void>): Promise<void> {
    this.armed = fault
    this.calls = 0
    this.isDead = false
    try {
      await step()
    } finally {
      this.armed = undefined
      this.isDead = false
    }
  }

  /** Returns how the next call of a service fails, if it does. Throws if its function has ended. */
  private next(service: Service): FailureMode | undefined {
    this.losesThisResponse = false
    if (this.isDead) throw new Killed()
    const { armed } = this
    if (armed === undefined || (armed.service !== 'any' && armed.service !== service)) return undefined
    this.calls += 1
    if (this.calls <= armed.after || this.calls > armed.after + armed.times) return undefined
    const mode = armed.mode === 'cancels the transaction' && service !== 'table' ? 'fails' : armed.mode
    const kind = `${service}: ${mode}`
    this.injected.set(kind, (this.injected.get(kind) ?? 0) + 1)
    if (endsFunction.includes(mode)) this.isDead = true
    return mode
  }

  /** Returns how a request to Stripe fails, if it does. Its client repeats requests without a response, with their key. */
  failureAtStripe(): 'rejects' | 'drops the response' | undefined {
    const mode = this.next('Stripe')
    if (mode === 'loses the response') return 'drops the response'
    return mode === undefined || hasEffect.includes(mode) ? undefined : 'rejects'
  }

  /** Called before a call takes effect. */
  before(service: Service): void {
    const mode = this.next(service)
    if (mode === undefined) return
    if (hasEffect.includes(mode)) {
      this.losesThisResponse = true
      return
    }
    if (endsFunction.includes(mode)) throw new Killed()
    if (mode === 'cancels the transaction') throw conflict()
    throw mode === 'is throttled' ? throttled(service) : new ServiceError(`${service} failed`)
  }

  /** Called when a call has taken effect. */
  after(service: Service): void {
    if (!this.losesThisResponse) return
    this.losesThisResponse = false
    throw this.isDead ? new Killed() : new ServiceError(`the response of ${service} was lost`)
  }

  /** Injects faults into a call. */
  async call<T>(service: Service, run: () => Promise<T>): Promise<T> {
    this.before(service)
    const losesThisResponse = this.losesThisResponse
    const result = await run()
    this.losesThisResponse = losesThisResponse
    this.after(service)
    return result
  }

  /** Returns a copy of an object whose methods have faults. */
  around<Target extends object>(service: Service, target: Target): Target {
    return new Proxy(target, {
      get: (object, name, receiver): unknown => {
        const value: unknown = Reflect.get(object, name, receiver)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => this.call(service, async () => value.apply(object, args))
      },
    })
  }
}

/** A step that a fault of the run may end. Rethrows every other error. */
export const isInjected = (error: unknown): boolean => {
  if (error instanceof Killed || error instanceof ServiceError) return true
  if (error instanceof TransactionCanceledException) return true
  return error instanceof Error && error.cause !== undefined && isInjected(error.cause)
}
