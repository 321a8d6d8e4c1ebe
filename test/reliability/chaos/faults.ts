import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { Killed } from '../steps.ts'

/** Everything that a function calls. */
export type Service = 'table' | 'storage' | 'email' | 'user pool' | 'Stripe'

/**
 * `fails`: the service returns an error; `loses the response`: the call takes effect, but the function gets an error;
 * `kills before` and `kills after`: the function ends there, as after a crash or a call that hangs until its timeout;
 * `cancels`: the table cancels the transaction because of another one.
 */
export const harms = ['fails', 'loses the response', 'kills before', 'kills after', 'cancels'] as const
export type Harm = (typeof harms)[number]

export interface Fault {
  readonly service: Service | 'any'
  /** The calls that succeed before it. */
  readonly after: number
  /** The number of calls in a row that it affects. */
  readonly times: number
  readonly harm: Harm
}

/** Thrown in place of a response. */
class ServiceError extends Error {}

const conflict = (): Error =>
  new TransactionCanceledException({
    message: 'Transaction cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  })

/** Injects one fault at a time into the calls of all services, and counts what it injected. */
export class Faults {
  private armed: Fault | undefined
  private calls = 0
  private losesThisResponse = false
  private isDead = false
  /** Number of injected faults of each kind, such as `Stripe fails`. */
  readonly injected = new Map<string, number>()

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

  /** Returns the harm to the next call of a service, if any. Throws if its function has ended. */
  private next(service: Service): Harm | undefined {
    this.losesThisResponse = false
    if (this.isDead) throw new Killed()
    const { armed } = this
    if (armed === undefined || (armed.service !== 'any' && armed.service !== service)) return undefined
    this.calls += 1
    if (this.calls <= armed.after || this.calls > armed.after + armed.times) return undefined
    const kind = `${service} ${armed.harm}`
    this.injected.set(kind, (this.injected.get(kind) ?? 0) + 1)
    if (armed.harm.startsWith('kills')) this.isDead = true
    return armed.harm
  }

  /** Decides about a request to Stripe. Its client repeats requests without a response, with the same key. */
  isRejected(service: Service): boolean {
    const harm = this.next(service)
    return harm === 'kills before' || harm === 'fails' || harm === 'cancels'
  }

  /** Called before a call takes effect. */
  before(service: Service): void {
    const harm = this.next(service)
    if (harm === 'kills before') throw new Killed()
    if (harm === 'cancels' && service === 'table') throw conflict()
    if (harm === 'fails' || harm === 'cancels') throw new ServiceError(`${service} failed`)
    this.losesThisResponse = harm !== undefined
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
