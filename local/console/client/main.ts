import { callControl } from './request.ts'
import { chat, hasChanged } from './chat.ts'
import { clock } from './clock.ts'
import { showMessage } from './dom.ts'
import { faults } from './faults.ts'
import { inbox } from './inbox.ts'
import { payments } from './payments.ts'
import { accounts } from './accounts.ts'
import { calls, logs } from './records.ts'

type View = (redraw: () => void) => HTMLElement | Promise<HTMLElement>

const views: Readonly<Record<string, View>> = { inbox, accounts, chat, clock, payments, logs, calls, faults }

const selectedView = (): string => (location.hash.slice(1) in views ? location.hash.slice(1) : 'inbox')

/** Replaces the view. Keeps the focus and the selection in a text field. */
const replaceView = (view: HTMLElement): void => {
  const before = document.activeElement
  document.querySelector('#view')?.replaceChildren(view)
  if (!(before instanceof HTMLTextAreaElement) || before.id === '') return
  const after = document.querySelector<HTMLTextAreaElement>(`#${before.id}`)
  after?.focus()
  after?.setSelectionRange(before.selectionStart, before.selectionEnd)
}

const draw = async (): Promise<void> => {
  const name = selectedView()
  const view = await views[name]?.(() => void draw())
  // Another view may have been selected in the meantime.
  if (!view || name !== selectedView()) return
  replaceView(view)
  for (const link of document.querySelectorAll('nav a'))
    if (link.getAttribute('href') === `#${name}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
}

let emailCount = -1

/**
 * Refreshes the inbox and the chat when they have changed. Other views are redrawn only on request, so that controls do
 * not move during use.
 */
const refresh = async (): Promise<void> => {
  if (document.hidden) return
  if (selectedView() === 'chat' && (await hasChanged())) await draw()
  if (selectedView() !== 'inbox') return
  const emails = await callControl<unknown[]>('GET', 'emails')
  if (emails.length !== emailCount) await draw()
  emailCount = emails.length
}

document.querySelector('#reset')?.addEventListener('click', () => {
  showMessage('Resetting')
  void callControl('POST', 'reset').then(() => {
    showMessage('The local cloud has been reset')
    return draw()
  })
})
addEventListener('hashchange', () => void draw())
setInterval(() => void refresh().catch(() => showMessage('The local cloud does not respond')), 1500)
void draw()
