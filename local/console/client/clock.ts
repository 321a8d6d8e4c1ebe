import { callControl } from './request.ts'
import { button, element } from './dom.ts'

const hour = 3_600_000
const jumps: readonly (readonly [string, number])[] = [
  ['15 minutes', hour / 4],
  ['1 hour', hour],
  ['1 day', 24 * hour],
  ['1 week', 7 * 24 * hour],
  ['31 days', 31 * 24 * hour],
  ['366 days', 366 * 24 * hour],
]

/** Shows and moves the clock of the local cloud. */
export const clock = async (redraw: () => void): Promise<HTMLElement> => {
  const { now } = await callControl<{ now: string }>('GET', 'clock')
  const set = async (to: Date) => {
    await callControl('PUT', 'clock', { now: to.toISOString() })
    redraw()
  }
  const field = element('input', {
    type: 'datetime-local',
    'aria-label': 'Date and time, UTC',
    value: now.slice(0, 16),
  })
  const london = new Date(now).toLocaleString('en-GB', {
    timeZone: 'Europe/London',
    dateStyle: 'full',
    timeStyle: 'medium',
  })
  return element(
    'section',
    {},
    element('h2', {}, 'Clock'),
    element('p', { class: 'time' }, london),
    element('p', { class: 'soft' }, `London time. In UTC: ${now}`),
    element(
      'p',
      { class: 'row' },
      ...jumps.map(([text, ms]) => button(`+ ${text}`, () => void set(new Date(Date.parse(now) + ms)))),
    ),
    element(
      'p',
      { class: 'row' },
      field,
      button('Set the time (UTC)', () => {
        if (field instanceof HTMLInputElement) void set(new Date(`${field.value}Z`))
      }),
      button('Return to real time', () => void callControl('DELETE', 'clock').then(redraw), {
        class: 'main',
      }),
    ),
  )
}
