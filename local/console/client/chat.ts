import { ask } from './ask.ts'
import { button, element, notice } from './dom.ts'

interface Conversation {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly state: 'quiet' | 'waiting' | 'answered' | 'ended'
  readonly messages: readonly {
    readonly id: string
    readonly from: 'visitor' | 'adviser'
    readonly text: string
    readonly at: string
  }[]
}

interface Webhooks {
  readonly mode: 'deliver' | 'hold'
  readonly as: 'chatwoot' | 'tawk'
  readonly held: readonly object[]
  readonly delivered: readonly { readonly attempts: readonly number[] }[]
}

let chosen: string | undefined
/** What the adviser is typing: redrawing must not lose it. */
const drafts = new Map<string, string>()
let seen = ''

const inWords = {
  quiet: 'looking',
  waiting: 'waiting for an answer',
  answered: 'answered',
  ended: 'ended',
} as const

/** A guest's address leads nowhere and says nothing: the beginning of it tells one from another. */
const addressOf = ({ email }: Conversation): string => {
  if (email === '') return 'no address'
  return email.endsWith('@visitor.invalid') ? `guest ${email.slice(0, 6)}` : email
}

const waitingFirst = (all: readonly Conversation[]): Conversation[] =>
  all.toReversed().toSorted((a, b) => Number(b.state === 'waiting') - Number(a.state === 'waiting'))

const answerForm = (one: Conversation, redraw: () => void): HTMLElement => {
  const field = element('textarea', { rows: '3', 'aria-label': `Answer to ${one.name}`, id: 'answer' })
  if (field instanceof HTMLTextAreaElement) field.value = drafts.get(one.id) ?? ''
  field.addEventListener('input', () => {
    if (field instanceof HTMLTextAreaElement) drafts.set(one.id, field.value)
  })
  const form = element(
    'form',
    { class: 'answer' },
    field,
    element('button', { class: 'main' }, 'Answer'),
    button('End the chat', () => void ask('POST', 'chat/end', { id: one.id }).then(redraw)),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const text = (drafts.get(one.id) ?? '').trim()
    if (text === '') return notice('Write something first')
    drafts.delete(one.id)
    void ask('POST', 'chat/reply', { id: one.id, text }).then(redraw)
  })
  return form
}

const messagesOf = ({ messages }: Conversation): HTMLElement => {
  const list = element(
    'ol',
    { class: 'messages', role: 'log', 'aria-label': 'Messages' },
    ...messages.map(({ from, text, at }) =>
      element(
        'li',
        { class: from },
        element('small', {}, `${from}, ${new Date(at).toLocaleTimeString('en-GB')}`),
        text,
      ),
    ),
  )
  // The newest is what is read; it can be scrolled to once the list is on the page.
  requestAnimationFrame(() => (list.scrollTop = list.scrollHeight))
  return list
}

const conversation = (one: Conversation, redraw: () => void): HTMLElement =>
  element(
    'section',
    {},
    element('h2', {}, one.name),
    element('p', { class: 'soft' }, `${addressOf(one)}, ${inWords[one.state]}`),
    messagesOf(one),
    answerForm(one, redraw),
  )

const switches = ({ mode, as, held, delivered }: Webhooks, redraw: () => void): HTMLElement => {
  const put = (next: Partial<Webhooks>) => void ask('PUT', 'chat/webhooks', next).then(redraw)
  const release = async () => {
    const answer = await ask<{ delivered: { status: number }[] }>('POST', 'chat/release', {})
    notice(answer.delivered.map(({ status }) => status || 'no answer').join(', ') || 'Nothing was held')
    redraw()
  }
  const refused = delivered.filter(({ attempts }) => attempts.at(-1) !== 200).length
  return element(
    'p',
    { class: 'row' },
    element(
      'span',
      { class: 'soft' },
      `The service is told as ${as === 'tawk' ? 'Tawk.to does, after the chat' : 'Chatwoot does, at each answer'}: ${delivered.length} told${refused > 0 ? `, ${refused} not taken` : ''}, ${held.length} held.`,
    ),
    button(as === 'tawk' ? 'Tell as Chatwoot' : 'Tell as Tawk.to', () =>
      put({ as: as === 'tawk' ? 'chatwoot' : 'tawk' }),
    ),
    button(mode === 'hold' ? 'Deliver from now on' : 'Hold from now on', () =>
      put({ mode: mode === 'hold' ? 'deliver' : 'hold' }),
    ),
    button('Release all held', () => void release()),
  )
}

/** The adviser's desk: who waits, what was said, and the answer. */
export const chat = async (redraw: () => void): Promise<HTMLElement> => {
  const [all, webhooks] = await Promise.all([
    ask<Conversation[]>('GET', 'chat'),
    ask<Webhooks>('GET', 'chat/webhooks'),
  ])
  seen = JSON.stringify(all)
  const ordered = waitingFirst(all)
  const shown = ordered.find(({ id }) => id === chosen) ?? ordered[0]
  chosen = shown?.id
  const list = ordered.map((one) =>
    element(
      'button',
      {
        type: 'button',
        'aria-pressed': String(one === shown),
        click: () => {
          chosen = one.id
          redraw()
        },
      },
      one.name,
      element('small', {}, `${addressOf(one)}, ${inWords[one.state]}`),
    ),
  )
  return element(
    'section',
    {},
    switches(webhooks, redraw),
    shown
      ? element(
          'div',
          { class: 'split' },
          element('div', { class: 'list' }, ...list),
          conversation(shown, redraw),
        )
      : element(
          'p',
          {},
          'Nobody has opened the chat. Sign in as a member in another window and open it on the Live Chat page.',
        ),
  )
}

/** Whether somebody has written or come since the desk was drawn. */
export const hasNews = async (): Promise<boolean> =>
  JSON.stringify(await ask<Conversation[]>('GET', 'chat')) !== seen
