import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Event } from './wire.ts'

export interface DeliveryAttempt {
  /** ISO time, by the movable clock. */
  readonly at: string
  /** HTTP status of the endpoint, 0 when it could not be reached. */
  readonly status: number
}

export interface Delivered {
  readonly event: Event
  readonly attempts: DeliveryAttempt[]
  /** Another attempt follows by itself. */
  retrying: boolean
}

export interface CourierOptions {
  readonly clock: Clock
  readonly sign: (body: string) => string
  /** Address of the endpoint, asked for at each delivery. */
  readonly deliverTo: () => string
}

/** Carries events to the one endpoint and remembers each attempt. */
export interface Courier {
  /** Sends soon, in the order of asking, and again when the endpoint does not answer 2xx. */
  post(event: Event): void
  /** Sends once, now. Gives the endpoint's status, 0 when it could not be reached. */
  send(event: Event): Promise<number>
  delivered(): readonly Delivered[]
  /** Waits until nothing is under way, later attempts included. */
  settle(): Promise<void>
  /** Breaks off what is under way and forgets what was sent. */
  clear(): Promise<void>
}

/** Long enough that the buyer's browser has its redirect first, as with Stripe. */
const firstDelayMs = 50
/** Stripe tries again for days; here the second and third try follow quickly. */
const retryDelaysMs = [300, 1000]
const timeoutMs = 30_000

export const succeeded = (status: number): boolean => status >= 200 && status < 300

/** Every delivery under way listens to it: there may be many. */
const stopper = (): AbortController => {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

const pause = async (ms: number, signal: AbortSignal): Promise<boolean> => {
  try {
    await sleep(ms, undefined, { signal })
    return true
  } catch {
    // Only clear() breaks off the wait: the event is then forgotten.
    return false
  }
}

const attemptTo = async (
  options: CourierOptions,
  event: Event,
  stop: AbortSignal,
): Promise<DeliveryAttempt> => {
  const now = options.clock.now()
  const body = JSON.stringify(event, null, 2)
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'Stripe-Signature': options.sign(body),
  }
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
  try {
    const response = await fetch(options.deliverTo(), {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal,
    })
    await response.arrayBuffer()
    return { at: now.toISOString(), status: response.status }
  } catch {
    // An endpoint that cannot be reached is an unsuccessful attempt without a status: it is tried again.
    return { at: now.toISOString(), status: 0 }
  }
}

export const createCourier = (options: CourierOptions): Courier => {
  const delivered = new Map<string, Delivered>()
  const underWay = new Set<Promise<void>>()
  let queue: Promise<unknown> = Promise.resolve()
  let stopping = stopper()

  const send = async (event: Event): Promise<number> => {
    const { signal } = stopping
    const attempt = await attemptTo(options, event, signal)
    if (signal.aborted) return 0
    const record = delivered.get(event.id) ?? { event, attempts: [], retrying: false }
    record.attempts.push(attempt)
    delivered.set(event.id, record)
    if (succeeded(attempt.status)) event.pending_webhooks = 0
    return attempt.status
  }

  const deliver = async (event: Event, { signal } = stopping): Promise<void> => {
    if (!(await pause(firstDelayMs, signal))) return
    const turn = queue.then(() => (signal.aborted ? 0 : send(event)))
    queue = turn
    if (succeeded(await turn)) return
    const record = delivered.get(event.id)
    if (record) record.retrying = true
    for (const delay of retryDelaysMs) {
      if (!(await pause(delay, signal)) || succeeded(await send(event))) break
    }
    if (record) record.retrying = false
  }

  return {
    send,
    post: (event) => {
      const work = deliver(event).finally(() => underWay.delete(work))
      underWay.add(work)
    },
    delivered: () => [...delivered.values()],
    settle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
    clear: async () => {
      const broken = stopping
      stopping = stopper()
      delivered.clear()
      broken.abort()
      await Promise.allSettled(underWay)
    },
  }
}
