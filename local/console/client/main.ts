import { ask } from './ask.ts'
import { chat, hasNews } from './chat.ts'
import { clock } from './clock.ts'
import { notice } from './dom.ts'
import { faults } from './faults.ts'
import { inbox } from './inbox.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { calls, logs } from './records.ts'

type View = (redraw: () => void) => HTMLElement | Promise<HTMLElement>

const views: Readonly<Record<string, View>> = { inbox, people, chat, clock, payments, logs, calls, faults }

const chosen = (): string => (location.hash.slice(1) in views ? location.hash.slice(1) : 'inbox')

/** Whoever is typing goes on typing, in the same place. */
const replaceView = (view: HTMLElement): void => {
  const before = document.activeElement
  document.querySelector('#view')?.replaceChildren(view)
  if (!(before instanceof HTMLTextAreaElement) || before.id === '') return
  const after = document.querySelector<HTMLTextAreaElement>(`#${before.id}`)
  after?.focus()
  after?.setSelectionRange(before.selectionStart, before.selectionEnd)
}

const draw = async (): Promise<void> => {
  const name = chosen()
  const view = await views[name]?.(() => void draw())
  // Somebody may have gone elsewhere while the answer was on its way.
  if (!view || name !== chosen()) return
  replaceView(view)
  for (const link of document.querySelectorAll('nav a'))
    if (link.getAttribute('href') === `#${name}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
}

let mailCount = -1

/**
 * Shows new mail and what visitors write as it comes; other views change when asked to, so that nothing moves
 * under the pointer.
 */
const lookForNews = async (): Promise<void> => {
  if (document.hidden) return
  if (chosen() === 'chat' && (await hasNews())) await draw()
  if (chosen() !== 'inbox') return
  const mails = await ask<unknown[]>('GET', 'emails')
  if (mails.length !== mailCount) await draw()
  mailCount = mails.length
}

document.querySelector('#reset')?.addEventListener('click', () => {
  notice('Resetting')
  void ask('POST', 'reset').then(() => {
    notice('Back to the seed')
    return draw()
  })
})
addEventListener('hashchange', () => void draw())
setInterval(() => void lookForNews().catch(() => notice('The local cloud does not answer')), 1500)
void draw()
