import { callControl } from './request.ts'
import { button, element, showMessage, tableOf } from './dom.ts'

interface Event {
  readonly id: string
  readonly type: string
  readonly created: number
  readonly object: string
  readonly attempts: readonly { readonly status: number }[]
}

interface Webhooks {
  readonly mode: 'deliver' | 'hold'
  readonly held: readonly Event[]
  readonly delivered: readonly Event[]
}

const timeOf = ({ created }: Event) => new Date(created * 1000).toLocaleTimeString('en-GB')

/** Shows the held and delivered events of Stripe. */
export const payments = async (redraw: () => void): Promise<HTMLElement> => {
  const { mode, held, delivered } = await callControl<Webhooks>('GET', 'stripe/webhooks')
  const release = (events?: string[]) => async () => {
    const { delivered: results } = await callControl<{ delivered: { id: string; status: number }[] }>(
      'POST',
      'stripe/release',
      {
        events,
      },
    )
    showMessage(
      results.map(({ id, status }) => `${id}: ${status || 'no response'}`).join(', ') ||
        'No events were held',
    )
    redraw()
  }
  const other = mode === 'hold' ? 'deliver' : 'hold'
  const switchMode = () => void callControl('PUT', 'stripe/webhooks', { mode: other }).then(redraw)
  return element(
    'section',
    {},
    element('h2', {}, 'Payments'),
    element(
      'p',
      { class: 'row' },
      element('span', {}, mode === 'hold' ? 'Events are held.' : 'Events are delivered as they happen.'),
      button(mode === 'hold' ? 'Deliver events' : 'Hold events', switchMode),
      button('Release all held events', () => void release()()),
    ),
    element('h3', {}, `Held (${held.length})`),
    tableOf(
      ['Time', 'Event', 'Object', ''],
      held.map((event) => [
        timeOf(event),
        event.type,
        event.object,
        button('Release', () => void release([event.id])()),
      ]),
    ),
    element('h3', {}, `Delivered (${delivered.length})`),
    tableOf(
      ['Time', 'Event', 'Object', 'Responses', ''],
      delivered
        .toReversed()
        .map((event) => [
          timeOf(event),
          event.type,
          event.object,
          event.attempts.map(({ status }) => status || 'none').join(', '),
          button('Send again', () => void release([event.id])()),
        ]),
    ),
  )
}
