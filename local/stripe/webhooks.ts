import {
  createWebhookDispatcher,
  succeeded,
  type WebhookDispatcherOptions,
  type Delivered,
  type DeliveryAttempt,
} from './webhook-dispatcher.ts'
import type { Event } from './account/objects.ts'

type Mode = 'deliver' | 'hold'

/** A held or sent event, as the control interface returns it. */
export interface Delivery {
  readonly id: string
  readonly type: string
  /** Epoch seconds. */
  readonly created: number
  /** Id of the event's object. */
  readonly object: string
  readonly attempts: readonly DeliveryAttempt[]
  /** `retrying`: another automatic attempt follows. `failed`: none does. */
  readonly state: 'held' | 'delivered' | 'retrying' | 'failed'
}

export interface Webhooks {
  /** Delivers an event, or holds it until it is released, depending on the mode. */
  accept(event: Event): void
  /** Changes the mode. Held events stay held. */
  setMode(mode: Mode): void
  state(): { mode: Mode; held: readonly Delivery[]; delivered: readonly Delivery[] }
  /**
   * Sends events one after the other, each `copies` times in a row. Default: all held events, oldest first.
   * Delivered events can be sent again. Rejects if an id is unknown.
   */
  release(ids?: readonly string[], copies?: number): Promise<readonly { id: string; status: number }[]>
  waitUntilIdle(): Promise<void>
  clear(): Promise<void>
}

export interface WebhooksOptions extends WebhookDispatcherOptions {
  readonly findEvent: (id: string) => Event | undefined
}

const idOf = (object: object): string => ('id' in object && typeof object.id === 'string' ? object.id : '')

const toDelivery = (
  event: Event,
  attempts: readonly DeliveryAttempt[],
  state: Delivery['state'],
): Delivery => ({
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

/** Creates the account's webhook endpoint. It delivers events or holds them until they are released. */
export const createWebhooks = ({ findEvent, ...options }: WebhooksOptions): Webhooks => {
  const dispatcher = createWebhookDispatcher(options)
  const held = new Map<string, Event>()
  let mode: Mode = 'deliver'

  const load = (id: string): Event => {
    const event = findEvent(id)
    if (!event) throw new Error(`No such event: '${id}'`)
    return event
  }

  return {
    accept: (event) => {
      if (mode === 'hold') held.set(event.id, event)
      else dispatcher.post(event)
    },
    setMode: (next) => {
      mode = next
    },
    state: () => ({
      mode,
      held: [...held.values()].map((event) => toDelivery(event, [], 'held')),
      delivered: dispatcher.delivered().map((one) => toDelivery(one.event, one.attempts, stateOf(one))),
    }),
    release: async (ids = [...held.keys()], copies = 1) => {
      const results: { id: string; status: number }[] = []
      for (const event of ids.map(load)) {
        for (let copy = 0; copy < copies; copy += 1) {
          const status = await dispatcher.send(event)
          if (succeeded(status)) held.delete(event.id)
          results.push({ id: event.id, status })
        }
      }
      return results
    },
    waitUntilIdle: dispatcher.waitUntilIdle,
    clear: async () => {
      held.clear()
      mode = 'deliver'
      await dispatcher.clear()
    },
  }
}
