import { createCancellation, waitUnlessCancelled } from '#local/kit/cancellation.ts'
import type { Clock } from '#local/kit/clock.ts'
import { headersOf, type Delivery } from './payloads.ts'

export type DispatchMode = 'deliver' | 'hold'

/** A delivery with the status of each attempt; 0 if the service could not be reached. */
export interface DeliveryRecord {
  readonly delivery: Delivery
  readonly attempts: number[]
}

export interface WebhookDispatcherOptions {
  readonly clock: Clock
  readonly secret: string
  readonly deliverTo: string
}

/** Real providers retry for hours. These delays, in milliseconds, outlast an injected fault. */
const retryDelaysMs = [500, 2000, 5000]

const succeeded = (status: number): boolean => status >= 200 && status < 300

const attempt = async (
  { clock, secret, deliverTo }: WebhookDispatcherOptions,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<number> => {
  const headers = headersOf(delivery, secret, clock.now())
  try {
    const response = await fetch(deliverTo, { method: 'POST', headers, body: delivery.body, signal })
    await response.arrayBuffer()
    return response.status
  } catch {
    // The service could not be reached or dropped the response, or the delivery was cancelled: status 0.
    return 0
  }
}

/** Sends signed events to the service, or holds them until they are released. */
export const createWebhookDispatcher = (options: WebhookDispatcherOptions) => {
  let mode: DispatchMode = 'deliver'
  let held: Delivery[] = []
  const byId = new Map<string, Delivery>()
  let records: DeliveryRecord[] = []
  let cancellation = createCancellation()
  const pending = new Set<Promise<void>>()

  const send = async (delivery: Delivery): Promise<number> => {
    const { signal } = cancellation
    const status = await attempt(options, delivery, signal)
    if (signal.aborted) return status
    const record = records.find(({ delivery: { id } }) => id === delivery.id)
    if (record) record.attempts.push(status)
    else records.push({ delivery, attempts: [status] })
    return status
  }
  const sendWithRetries = async (delivery: Delivery, { signal }: AbortController): Promise<void> => {
    for (const delayMs of [0, ...retryDelaysMs]) {
      if (!(await waitUnlessCancelled(delayMs, signal)) || succeeded(await send(delivery))) return
    }
  }

  return {
    post: (delivery: Delivery): void => {
      byId.set(delivery.id, delivery)
      if (mode === 'hold') return void held.push(delivery)
      const work = sendWithRetries(delivery, cancellation).finally(() => pending.delete(work))
      pending.add(work)
    },
    setMode: (next: DispatchMode): void => void (mode = next),
    state: () => ({ mode, held: [...held], delivered: [...records] }),
    /** Delivers events in the given order, each `copies` times. Default: all held ones. Ignores unknown ids. */
    release: async (ids?: readonly string[], copies = 1) => {
      const selected = ids?.flatMap((id) => byId.get(id) ?? []) ?? [...held]
      const delivered: { id: string; status: number }[] = []
      for (const delivery of selected) {
        held = held.filter(({ id }) => id !== delivery.id)
        for (let copy = 0; copy < copies; copy += 1)
          delivered.push({ id: delivery.id, status: await send(delivery) })
      }
      return delivered
    },
    /** Waits until no delivery is pending. */
    waitUntilIdle: async (): Promise<void> => {
      while (pending.size > 0) await Promise.all(pending)
    },
    /** Cancels pending deliveries and deletes the record of past ones. */
    reset: (): void => {
      cancellation.abort()
      cancellation = createCancellation()
      mode = 'deliver'
      held = []
      byId.clear()
      records = []
    },
  }
}
