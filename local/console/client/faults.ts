import { ask } from './ask.ts'
import { button, element, notice, tableOf } from './dom.ts'

interface Fault {
  readonly service: string
  readonly action: string
  readonly error?: string
  readonly delayMs?: number
  readonly times?: number
  readonly dropResponse?: boolean
}

let wanted: Fault[] = []

const services = ['dynamodb', 's3', 'ses', 'cognito', 'stripe', 'lambda']

const field = (label: string, name: string, type = 'text') =>
  element('input', { name, type, placeholder: label, 'aria-label': label })

const faultFrom = (form: HTMLFormElement): Fault => {
  const data = new FormData(form)
  const text = (name: string): string | undefined => {
    const value = data.get(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const number = (name: string) => (text(name) === undefined ? undefined : Number(text(name)))
  return {
    service: text('service') ?? 'dynamodb',
    action: text('action') ?? '*',
    error: text('error'),
    delayMs: number('delayMs'),
    times: number('times'),
    dropResponse: data.has('dropResponse') || undefined,
  }
}

/** Makes things fail on purpose. */
export const faults = (redraw: () => void): HTMLElement => {
  const put = async (next: Fault[]) => {
    await ask('PUT', 'faults', next)
    wanted = next
    notice(next.length === 0 ? 'Nothing fails on purpose' : `${next.length} asked for`)
    redraw()
  }
  const form = element(
    'form',
    {},
    element(
      'select',
      { name: 'service', 'aria-label': 'Service' },
      ...services.map((name) => element('option', {}, name)),
    ),
    field('Action, such as PutItem; * is all', 'action'),
    field('Error code', 'error'),
    field('Delay in ms', 'delayMs', 'number'),
    field('How often', 'times', 'number'),
    element('label', {}, element('input', { type: 'checkbox', name: 'dropResponse' }), ' the answer is lost'),
    element('button', { class: 'main' }, 'Add'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form instanceof HTMLFormElement) void put([...wanted, faultFrom(form)])
  })
  const rows = wanted.map((fault) => [
    fault.service,
    fault.action,
    fault.error ?? '',
    [
      fault.delayMs && `${fault.delayMs} ms late`,
      fault.times && `${fault.times} times`,
      fault.dropResponse && 'answer lost',
    ]
      .filter(Boolean)
      .join(', '),
  ])
  return element(
    'section',
    {},
    element('h2', {}, 'Faults'),
    form,
    tableOf(['Service', 'Action', 'Error', 'How'], rows),
    element(
      'p',
      { class: 'row' },
      button('Clear all', () => void put([])),
    ),
  )
}
