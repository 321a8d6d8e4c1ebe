import type { CallRecord } from '#local/kit/call-record.ts'
import { callControl } from './request.ts'
import { element, tableOf } from './dom.ts'

interface LogLine {
  readonly at: string
  readonly function: string
  readonly text: string
}

const maxShown = 300

let filter = ''

const filterField = (redraw: () => void): HTMLElement => {
  const field = element('input', {
    type: 'search',
    'aria-label': 'Filter by text',
    placeholder: 'Filter by text',
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
    element('span', { class: 'soft' }, 'The name of a function or service, or any other text'),
  )
}

const matchesFilter = (entry: object): boolean =>
  JSON.stringify(entry).toLowerCase().includes(filter.toLowerCase())

const newest = <Entry extends object>(entries: readonly Entry[]): Entry[] =>
  entries.filter(matchesFilter).slice(-maxShown).toReversed()

/** Shows the functions' log lines, newest first. */
export const logs = async (redraw: () => void): Promise<HTMLElement> => {
  const lines = newest(await callControl<LogLine[]>('GET', 'logs'))
  const rows = lines.map(({ at, function: name, text }) => [at.slice(11, 23), name, text])
  return element(
    'section',
    {},
    element('h2', {}, 'Logs'),
    filterField(redraw),
    tableOf(['Time', 'Function', 'Line'], rows),
  )
}

/** Shows the functions' calls to AWS and Stripe, newest first. */
export const calls = async (redraw: () => void): Promise<HTMLElement> => {
  const records = newest(await callControl<CallRecord[]>('GET', 'calls'))
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
    tableOf(['Time', 'Function', 'Call', 'Resource', 'Status'], rows),
  )
}
