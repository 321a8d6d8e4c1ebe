import type { Clock } from '../clock.ts'
import { headersOf, type Delivery } from './wire.ts'

export type CourierMode = 'deliver' | 'hold'

/** A delivery with the status of each attempt; 0 when nobody answered. */
export interface Record {
  readonly delivery: Delivery
  readonly attempts: number[]
}

export interface CourierOptions {
  readonly clock: Clock
  readonly secret: string
  readonly deliverTo: string
}

/** Real providers come back for hours; enough here to get over a fault, in milliseconds. */
const retryDelaysMs = [500, 2000, 5000]

const succeeded = (status: number): boolean => status >= 200 && status < 300

const attempt = async ({ clock, secret, deliverTo }: CourierOptions, delivery: Delivery): Promise<number> => {
  const headers = headersOf(delivery, secret, clock.now())
  try {
    const answer = await fetch(deliverTo, { method: 'POST', headers, body: delivery.body })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    // Nobody listens, or the answer was lost: told as an attempt without a status.
    return 0
  }
}

/** Brings signed news to the service, or keeps it until it is released. */
export const createCourier = (options: CourierOptions) => {
  let mode: CourierMode = 'deliver'
  let held: Delivery[] = []
  const known = new Map<string, Delivery>()
  let records: Record[] = []
  let round = new AbortController()
  const underWay = new Set<Promise<void>>()

  const send = async (delivery: Delivery): Promise<number> => {
    const status = await attempt(options, delivery)
    const record = records.find(({ delivery: { id } }) => id === delivery.id)
    if (record) record.attempts.push(status)
    else records.push({ delivery, attempts: [status] })
    return status
  }
  const sendUntilTaken = async (delivery: Delivery, { signal }: AbortController): Promise<void> => {
    for (const delayMs of [0, ...retryDelaysMs]) {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (signal.aborted || succeeded(await send(delivery))) return
    }
  }

  return {
    post: (delivery: Delivery): void => {
      known.set(delivery.id, delivery)
      if (mode === 'hold') return void held.push(delivery)
      const work = sendUntilTaken(delivery, round).finally(() => underWay.delete(work))
      underWay.add(work)
    },
    setMode: (wanted: CourierMode): void => void (mode = wanted),
    state: () => ({ mode, held: [...held], delivered: [...records] }),
    /** Delivers those of these that there are (all held, when none are named) in this order, each `copies` times. */
    release: async (ids?: readonly string[], copies = 1) => {
      const chosen = ids?.flatMap((id) => known.get(id) ?? []) ?? [...held]
      const delivered: { id: string; status: number }[] = []
      for (const delivery of chosen) {
        held = held.filter(({ id }) => id !== delivery.id)
        for (let copy = 0; copy < copies; copy += 1)
          delivered.push({ id: delivery.id, status: await send(delivery) })
      }
      return delivered
    },
    settle: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    reset: (): void => {
      round.abort()
      round = new AbortController()
      mode = 'deliver'
      held = []
      known.clear()
      records = []
    },
  }
}
