import { ask } from './ask.ts'
import { element, tableOf } from './dom.ts'

interface LogLine {
  readonly at: string
  readonly function: string
  readonly text: string
}

interface Call {
  readonly at: string
  readonly function: string
  readonly service: string
  readonly action: string
  readonly resource: string
  readonly allowed: boolean
  readonly status: number
}

const shownAtMost = 300

let filter = ''

const filterField = (redraw: () => void): HTMLElement => {
  const field = element('input', {
    type: 'search',
    'aria-label': 'Only lines with this text',
    placeholder: 'Only with this text',
    value: filter,
    change: () => {
      filter = field instanceof HTMLInputElement ? field.value : ''
      redraw()
    },
  })
  return element(
    'p',
    { class: 'row' },
    field,
    element('span', { class: 'soft' }, 'A function’s name, a service, any text'),
  )
}

const fits = (entry: object): boolean => JSON.stringify(entry).toLowerCase().includes(filter.toLowerCase())

const newest = <Entry extends object>(entries: readonly Entry[]): Entry[] =>
  entries.filter(fits).slice(-shownAtMost).toReversed()

/** What functions printed, newest first. */
export const logs = async (redraw: () => void): Promise<HTMLElement> => {
  const lines = newest(await ask<LogLine[]>('GET', 'logs'))
  const rows = lines.map(({ at, function: name, text }) => [at.slice(11, 23), name, text])
  return element(
    'section',
    {},
    element('h2', {}, 'Logs'),
    filterField(redraw),
    tableOf(['When', 'Function', 'Line'], rows),
  )
}

/** What functions asked of AWS and Stripe, newest first. */
export const calls = async (redraw: () => void): Promise<HTMLElement> => {
  const records = newest(await ask<Call[]>('GET', 'calls'))
  const rows = records.map((call) => [
    call.at.slice(11, 23),
    call.function,
    `${call.service} ${call.action}`,
    call.resource,
    call.allowed ? String(call.status) : element('span', { class: 'denied' }, 'denied'),
  ])
  return element(
    'section',
    {},
    element('h2', {}, 'Calls'),
    filterField(redraw),
    tableOf(['When', 'Function', 'Call', 'On', 'Answer'], rows),
  )
}
