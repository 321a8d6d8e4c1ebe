import { ask } from './ask.ts'
import { button, element, notice, tableOf } from './dom.ts'

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

/** What Stripe told the service, and what it is kept from telling. */
export const payments = async (redraw: () => void): Promise<HTMLElement> => {
  const { mode, held, delivered } = await ask<Webhooks>('GET', 'stripe/webhooks')
  const release = (events?: string[]) => async () => {
    const answer = await ask<{ delivered: { id: string; status: number }[] }>('POST', 'stripe/release', {
      events,
    })
    notice(
      answer.delivered.map(({ id, status }) => `${id}: ${status || 'no answer'}`).join(', ') ||
        'Nothing was held',
    )
    redraw()
  }
  const other = mode === 'hold' ? 'deliver' : 'hold'
  const switchMode = () => void ask('PUT', 'stripe/webhooks', { mode: other }).then(redraw)
  return element(
    'section',
    {},
    element('h2', {}, 'Payments'),
    element(
      'p',
      { class: 'row' },
      element('span', {}, mode === 'hold' ? 'Events are held back.' : 'Events are delivered as they happen.'),
      button(mode === 'hold' ? 'Deliver from now on' : 'Hold from now on', switchMode),
      button('Release all held', () => void release()()),
    ),
    element('h3', {}, `Held (${held.length})`),
    tableOf(
      ['When', 'Event', 'About', ''],
      held.map((event) => [
        timeOf(event),
        event.type,
        event.object,
        button('Release', () => void release([event.id])()),
      ]),
    ),
    element('h3', {}, `Delivered (${delivered.length})`),
    tableOf(
      ['When', 'Event', 'About', 'Answers', ''],
      delivered
        .toReversed()
        .map((event) => [
          timeOf(event),
          event.type,
          event.object,
          event.attempts.map(({ status }) => status || 'none').join(', '),
          button('Again', () => void release([event.id])()),
        ]),
    ),
  )
}
