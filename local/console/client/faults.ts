import { callControl } from './request.ts'
import { button, element, showMessage, tableOf } from './dom.ts'

interface Fault {
  readonly service: string
  readonly action: string
  readonly error?: string
  readonly delayMs?: number
  readonly times?: number
  readonly dropResponse?: boolean
}

let active: Fault[] = []

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

/** Shows the injected faults, and adds more. */
export const faults = (redraw: () => void): HTMLElement => {
  const put = async (next: Fault[]) => {
    await callControl('PUT', 'faults', next)
    active = next
    showMessage(next.length === 0 ? 'No faults are active' : `Active faults: ${next.length}`)
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
    field('Action, e.g. PutItem, or * for all', 'action'),
    field('Error code', 'error'),
    field('Delay in ms', 'delayMs', 'number'),
    field('Number of calls', 'times', 'number'),
    element('label', {}, element('input', { type: 'checkbox', name: 'dropResponse' }), ' Drop the response'),
    element('button', { class: 'main' }, 'Add'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form instanceof HTMLFormElement) void put([...active, faultFrom(form)])
  })
  const rows = active.map((fault) => [
    fault.service,
    fault.action,
    fault.error ?? '',
    [
      fault.delayMs && `delayed by ${fault.delayMs} ms`,
      fault.times && `${fault.times} times`,
      fault.dropResponse && 'response dropped',
    ]
      .filter(Boolean)
      .join(', '),
  ])
  return element(
    'section',
    {},
    element('h2', {}, 'Faults'),
    form,
    tableOf(['Service', 'Action', 'Error', 'Details'], rows),
    element(
      'p',
      { class: 'row' },
      button('Clear all faults', () => void put([])),
    ),
  )
}
