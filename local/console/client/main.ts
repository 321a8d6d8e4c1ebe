import { ask } from './ask.ts'
import { clock } from './clock.ts'
import { notice } from './dom.ts'
import { faults } from './faults.ts'
import { inbox } from './inbox.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { calls, logs } from './records.ts'

type View = (redraw: () => void) => HTMLElement | Promise<HTMLElement>

const views: Readonly<Record<string, View>> = { inbox, people, clock, payments, logs, calls, faults }

const chosen = (): string => (location.hash.slice(1) in views ? location.hash.slice(1) : 'inbox')

const draw = async (): Promise<void> => {
  const name = chosen()
  const view = await views[name]?.(() => void draw())
  // Somebody may have gone elsewhere while the answer was on its way.
  if (!view || name !== chosen()) return
  document.querySelector('#view')?.replaceChildren(view)
  for (const link of document.querySelectorAll('nav a'))
    if (link.getAttribute('href') === `#${name}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
}

let mailCount = -1

/** Shows new mail as it comes; other views change when asked to, so that nothing moves under the pointer. */
const lookForMail = async (): Promise<void> => {
  if (document.hidden || chosen() !== 'inbox') return
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
setInterval(() => void lookForMail().catch(() => notice('The local cloud does not answer')), 1500)
void draw()
