import {
  createCourier,
  succeeded,
  type CourierOptions,
  type Delivered,
  type DeliveryAttempt,
} from './courier.ts'
import type { Event } from './wire.ts'

type Mode = 'deliver' | 'hold'

/** What people and tests see of an event that waits or was sent. */
export interface Delivery {
  readonly id: string
  readonly type: string
  /** Seconds since 1970. */
  readonly created: number
  /** Id of the object that the event is about. */
  readonly object: string
  readonly attempts: readonly DeliveryAttempt[]
  /** `retrying` while another attempt follows by itself; `failed` when none does. */
  readonly state: 'held' | 'delivered' | 'retrying' | 'failed'
}

export interface Webhooks {
  /** Takes an event for delivery: soon, or when it is released. */
  accept(event: Event): void
  /** Events that are held stay so when the mode goes back to `deliver`. */
  setMode(mode: Mode): void
  state(): { mode: Mode; held: readonly Delivery[]; delivered: readonly Delivery[] }
  /**
   * Sends events one after the other, each `copies` times in a row: all that are held, oldest first, when
   * none are named. An event that was delivered before can be named again. Rejects when an id names none.
   */
  release(ids?: readonly string[], copies?: number): Promise<readonly { id: string; status: number }[]>
  settle(): Promise<void>
  clear(): Promise<void>
}

export interface WebhooksOptions extends CourierOptions {
  readonly find: (id: string) => Event | undefined
}

const idOf = (object: object): string => ('id' in object && typeof object.id === 'string' ? object.id : '')

const shown = (event: Event, attempts: readonly DeliveryAttempt[], state: Delivery['state']): Delivery => ({
  id: event.id,
  type: event.type,
  created: event.created,
  object: idOf(event.data.object),
  attempts: [...attempts],
  state,
})

const stateOf = ({ attempts, retrying }: Delivered): Delivery['state'] => {
  if (attempts.some(({ status }) => succeeded(status))) return 'delivered'
  return retrying ? 'retrying' : 'failed'
}

/** The one webhook endpoint of an account: its events go there, or wait until they are released. */
export const createWebhooks = ({ find, ...options }: WebhooksOptions): Webhooks => {
  const courier = createCourier(options)
  const held = new Map<string, Event>()
  let mode: Mode = 'deliver'

  const named = (id: string): Event => {
    const event = find(id)
    if (!event) throw new Error(`No such event: '${id}'`)
    return event
  }

  return {
    accept: (event) => {
      if (mode === 'hold') held.set(event.id, event)
      else courier.post(event)
    },
    setMode: (wanted) => {
      mode = wanted
    },
    state: () => ({
      mode,
      held: [...held.values()].map((event) => shown(event, [], 'held')),
      delivered: courier.delivered().map((one) => shown(one.event, one.attempts, stateOf(one))),
    }),
    release: async (ids = [...held.keys()], copies = 1) => {
      const results: { id: string; status: number }[] = []
      for (const event of ids.map(named)) {
        for (let copy = 0; copy < copies; copy += 1) {
          const status = await courier.send(event)
          if (succeeded(status)) held.delete(event.id)
          results.push({ id: event.id, status })
        }
      }
      return results
    },
    settle: courier.settle,
    clear: async () => {
      held.clear()
      mode = 'deliver'
      await courier.clear()
    },
  }
}
