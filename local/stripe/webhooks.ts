import { createHmac } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Event } from './wire.ts'

type Mode = 'deliver' | 'hold'

export interface DeliveryAttempt {
  readonly at: string
  /** HTTP status of the endpoint, 0 when it could not be reached. */
  readonly status: number
}

/** What people and tests see of an event that waits or was sent. */
export interface Delivery {
  readonly id: string
  readonly type: string
  readonly created: number
  /** Id of the object that the event is about. */
  readonly object: string
  readonly attempts: readonly DeliveryAttempt[]
}

export interface WebhooksOptions {
  readonly clock: Clock
  readonly secret: string
  /** Address of the endpoint, asked for at each delivery. */
  readonly deliverTo: () => string
  /** An event of the account, for sending it again. */
  readonly find: (id: string) => Event | undefined
}

export interface Webhooks {
  /** Takes an event for delivery: soon, or when it is released. */
  accept(event: Event): void
  setMode(mode: Mode): void
  state(): { mode: Mode; held: readonly Delivery[]; delivered: readonly Delivery[] }
  release(ids?: readonly string[], copies?: number): Promise<readonly { id: string; status: number }[]>
  settle(): Promise<void>
  clear(): Promise<void>
}

/** Long enough that the buyer's browser has its redirect first, as with Stripe. */
const firstDelayMs = 50
/** Stripe tries again for days; here the second and third try follow quickly. */
const retryDelaysMs = [300, 1000]
const timeoutMs = 30_000

const idOf = (object: object): string => ('id' in object && typeof object.id === 'string' ? object.id : '')

/** `Stripe-Signature` for a body sent at a time: https://docs.stripe.com/webhooks#verify-manually. */
export const signatureOf = (secret: string, body: string, epochSeconds: number): string => {
  const signed = createHmac('sha256', secret).update(`${epochSeconds}.${body}`).digest('hex')
  return `t=${epochSeconds},v1=${signed}`
}

const succeeded = (status: number) => status >= 200 && status < 300

/** Every delivery under way listens to it: there may be many. */
const stopper = (): AbortController => {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

/** Delivers an account's events to its one endpoint: signed, in order, again when it does not answer 2xx. */
export const createWebhooks = ({ clock, secret, deliverTo, find }: WebhooksOptions): Webhooks => {
  let mode: Mode = 'deliver'
  const held = new Map<string, Event>()
  const delivered = new Map<string, { event: Event; attempts: DeliveryAttempt[] }>()
  const underWay = new Set<Promise<void>>()
  let queue: Promise<unknown> = Promise.resolve()
  let stopping = stopper()

  const send = async (event: Event): Promise<number> => {
    const now = clock.now()
    const body = JSON.stringify(event, null, 2)
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'Stripe-Signature': signatureOf(secret, body, Math.floor(now.getTime() / 1000)),
    }
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)])
    let status = 0
    try {
      const response = await fetch(deliverTo(), { method: 'POST', headers, body, redirect: 'manual', signal })
      await response.arrayBuffer()
      status = response.status
    } catch {
      // An endpoint that cannot be reached is an unsuccessful attempt with no status: it is tried again.
      status = 0
    }
    const record = delivered.get(event.id) ?? { event, attempts: [] }
    record.attempts.push({ at: now.toISOString(), status })
    delivered.set(event.id, record)
    if (succeeded(status)) event.pending_webhooks = 0
    return status
  }

  const track = (work: Promise<void>) => {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  const pause = async (ms: number) => {
    try {
      await sleep(ms, undefined, { signal: stopping.signal })
      return true
    } catch {
      // Only clear() aborts the wait: the event is then forgotten.
      return false
    }
  }

  const inOrder = (event: Event): Promise<number> => {
    const turn = queue.then(() => (stopping.signal.aborted ? 0 : send(event)))
    queue = turn
    return turn
  }

  const deliver = async (event: Event) => {
    if (!(await pause(firstDelayMs))) return
    if (succeeded(await inOrder(event))) return
    for (const delay of retryDelaysMs) {
      if (!(await pause(delay)) || succeeded(await send(event))) return
    }
  }

  const shown = (event: Event, attempts: readonly DeliveryAttempt[]): Delivery => ({
    id: event.id,
    type: event.type,
    created: event.created,
    object: idOf(event.data.object),
    attempts: [...attempts],
  })

  return {
    accept: (event) => {
      if (mode === 'hold') held.set(event.id, event)
      else track(deliver(event))
    },
    setMode: (wanted) => {
      mode = wanted
    },
    state: () => ({
      mode,
      held: [...held.values()].map((event) => shown(event, [])),
      delivered: [...delivered.values()].map(({ event, attempts }) => shown(event, attempts)),
    }),
    release: async (ids = [...held.keys()], copies = 1) => {
      const events = ids.map((id) => {
        const event = find(id)
        if (!event) throw new Error(`No such event: '${id}'`)
        return event
      })
      const results: { id: string; status: number }[] = []
      for (const event of events) {
        for (let copy = 0; copy < copies; copy += 1) {
          held.delete(event.id)
          results.push({ id: event.id, status: await send(event) })
        }
      }
      return results
    },
    settle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
    clear: async () => {
      stopping.abort()
      await Promise.allSettled(underWay)
      stopping = stopper()
      held.clear()
      delivered.clear()
      mode = 'deliver'
    },
  }
}
