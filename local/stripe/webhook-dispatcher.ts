import { createCancellation, waitUnlessCancelled } from '#local/kit/cancellation.ts'
import type { Clock } from '#local/kit/clock.ts'
import type { Event } from './account/objects.ts'

export interface DeliveryAttempt {
  /** ISO time, by the movable clock. */
  readonly at: string
  /** HTTP status of the endpoint, or 0 if it could not be reached. */
  readonly status: number
}

export interface Delivered {
  readonly event: Event
  readonly attempts: DeliveryAttempt[]
  /** True if another automatic attempt follows. */
  retrying: boolean
}

export interface WebhookDispatcherOptions {
  readonly clock: Clock
  readonly sign: (body: string) => string
  /** Returns the address of the endpoint. Called for each delivery. */
  readonly deliverTo: () => string
}

/** Sends events to the webhook endpoint and records each attempt. */
export interface WebhookDispatcher {
  /** Queues an event for delivery in order. Retries if the endpoint does not respond with 2xx. */
  post(event: Event): void
  /** Sends an event once, immediately. Returns the endpoint's status, or 0 if it could not be reached. */
  send(event: Event): Promise<number>
  delivered(): readonly Delivered[]
  /** Waits until no delivery or retry is pending. */
  waitUntilIdle(): Promise<void>
  /** Cancels pending deliveries and deletes the record of past ones. */
  clear(): Promise<void>
}

/** Lets the redirect reach the buyer's browser before the event reaches the endpoint, as at Stripe. */
const firstDelayMs = 50
/** Stripe retries for days. Here the second and third attempts follow quickly. */
const retryDelaysMs = [300, 1000]
const timeoutMs = 30_000

export const succeeded = (status: number): boolean => status >= 200 && status < 300

const attemptTo = async (
  options: WebhookDispatcherOptions,
  event: Event,
  cancelled: AbortSignal,
): Promise<DeliveryAttempt> => {
  const now = options.clock.now()
  const body = JSON.stringify(event, null, 2)
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    'Stripe-Signature': options.sign(body),
  }
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(timeoutMs)])
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
    // An unreachable endpoint counts as a failed attempt with status 0, and is retried.
    return { at: now.toISOString(), status: 0 }
  }
}

export const createWebhookDispatcher = (options: WebhookDispatcherOptions): WebhookDispatcher => {
  const delivered = new Map<string, Delivered>()
  const pending = new Set<Promise<void>>()
  let queue: Promise<unknown> = Promise.resolve()
  let cancellation = createCancellation()

  const send = async (event: Event): Promise<number> => {
    const { signal } = cancellation
    const attempt = await attemptTo(options, event, signal)
    if (signal.aborted) return 0
    const record = delivered.get(event.id) ?? { event, attempts: [], retrying: false }
    record.attempts.push(attempt)
    delivered.set(event.id, record)
    if (succeeded(attempt.status)) event.pending_webhooks = 0
    return attempt.status
  }

  const deliver = async (event: Event, { signal } = cancellation): Promise<void> => {
    if (!(await waitUnlessCancelled(firstDelayMs, signal))) return
    const sent = queue.then(() => (signal.aborted ? 0 : send(event)))
    queue = sent
    if (succeeded(await sent)) return
    const record = delivered.get(event.id)
    if (record) record.retrying = true
    for (const delay of retryDelaysMs) {
      if (!(await waitUnlessCancelled(delay, signal)) || succeeded(await send(event))) break
    }
    if (record) record.retrying = false
  }

  return {
    send,
    post: (event) => {
      const delivery = deliver(event).finally(() => pending.delete(delivery))
      pending.add(delivery)
    },
    delivered: () => [...delivered.values()],
    waitUntilIdle: async () => {
      while (pending.size > 0) await Promise.allSettled(pending)
    },
    clear: async () => {
      const previous = cancellation
      cancellation = createCancellation()
      delivered.clear()
      previous.abort()
      await Promise.allSettled(pending)
    },
  }
}
