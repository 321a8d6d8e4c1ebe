import { callControl } from './request.ts'
import { button, element, showMessage } from './dom.ts'

interface Conversation {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Facts that the service states about the visitor: plan or pass, country, earlier tickets. */
  readonly attributes: Readonly<Record<string, string>>
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

let selectedId: string | undefined
/** The adviser's unsent text by conversation, which survives redrawing. */
const drafts = new Map<string, string>()
let shownConversations = ''

const stateLabels = {
  quiet: 'no messages yet',
  waiting: 'waiting for a reply',
  answered: 'replied',
  ended: 'ended',
} as const

/** Returns the email address. A guest's address is artificial, so only its first characters are shown. */
const addressLabel = ({ email }: Conversation): string => {
  if (email === '') return 'no email address'
  return email.endsWith('@visitor.invalid') ? `guest ${email.slice(0, 6)}` : email
}

const waitingFirst = (all: readonly Conversation[]): Conversation[] =>
  all.toReversed().toSorted((a, b) => Number(b.state === 'waiting') - Number(a.state === 'waiting'))

const replyForm = (one: Conversation, redraw: () => void): HTMLElement => {
  const field = element('textarea', { rows: '3', 'aria-label': `Reply to ${one.name}`, id: 'reply' })
  if (field instanceof HTMLTextAreaElement) field.value = drafts.get(one.id) ?? ''
  field.addEventListener('input', () => {
    if (field instanceof HTMLTextAreaElement) drafts.set(one.id, field.value)
  })
  const form = element(
    'form',
    { class: 'reply' },
    field,
    element('button', { class: 'main' }, 'Reply'),
    button('End the chat', () => void callControl('POST', 'chat/end', { id: one.id }).then(redraw)),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const text = (drafts.get(one.id) ?? '').trim()
    if (text === '') return showMessage('Enter a message first')
    drafts.delete(one.id)
    void callControl('POST', 'chat/reply', { id: one.id, text }).then(redraw)
  })
  return form
}

const messagesOf = ({ messages }: Conversation): HTMLElement => {
  const list = element(
    'div',
    { class: 'messages', role: 'log', 'aria-label': 'Messages' },
    ...messages.map(({ from, text, at }) =>
      element(
        'div',
        { class: from },
        element('small', {}, `${from}, ${new Date(at).toLocaleTimeString('en-GB')}`),
        text,
      ),
    ),
  )
  // Scrolls to the newest message once the list is on the page.
  requestAnimationFrame(() => (list.scrollTop = list.scrollHeight))
  return list
}

const conversation = (one: Conversation, redraw: () => void): HTMLElement =>
  element(
    'section',
    {},
    element('h2', {}, one.name),
    element('p', { class: 'soft' }, `${addressLabel(one)}, ${stateLabels[one.state]}`),
    ...Object.entries(one.attributes).map(([name, value]) =>
      element('p', { class: 'soft' }, `${name.replaceAll('_', ' ')}: ${value}`),
    ),
    messagesOf(one),
    replyForm(one, redraw),
  )

const webhookControls = ({ mode, as, held, delivered }: Webhooks, redraw: () => void): HTMLElement => {
  const put = (next: Partial<Webhooks>) => void callControl('PUT', 'chat/webhooks', next).then(redraw)
  const release = async () => {
    const { delivered: results } = await callControl<{ delivered: { status: number }[] }>(
      'POST',
      'chat/release',
      {},
    )
    showMessage(results.map(({ status }) => status || 'no response').join(', ') || 'No events were held')
    redraw()
  }
  const failed = delivered.filter(({ attempts }) => attempts.at(-1) !== 200).length
  return element(
    'p',
    { class: 'row' },
    element(
      'span',
      { class: 'soft' },
      `Webhooks use the format of ${as === 'tawk' ? 'Tawk.to and are sent after each chat' : 'Chatwoot and are sent after each reply'}. ${delivered.length} sent${failed > 0 ? `, ${failed} rejected` : ''}, ${held.length} held.`,
    ),
    button(as === 'tawk' ? 'Use Chatwoot’s format' : 'Use Tawk.to’s format', () =>
      put({ as: as === 'tawk' ? 'chatwoot' : 'tawk' }),
    ),
    button(mode === 'hold' ? 'Deliver events' : 'Hold events', () =>
      put({ mode: mode === 'hold' ? 'deliver' : 'hold' }),
    ),
    button('Release all held events', () => void release()),
  )
}

/** Shows the conversations, and lets the adviser reply. */
export const chat = async (redraw: () => void): Promise<HTMLElement> => {
  const [all, webhooks] = await Promise.all([
    callControl<Conversation[]>('GET', 'chat'),
    callControl<Webhooks>('GET', 'chat/webhooks'),
  ])
  shownConversations = JSON.stringify(all)
  const ordered = waitingFirst(all)
  const shown = ordered.find(({ id }) => id === selectedId) ?? ordered[0]
  selectedId = shown?.id
  const list = ordered.map((one) =>
    element(
      'button',
      {
        type: 'button',
        'aria-pressed': String(one === shown),
        click: () => {
          selectedId = one.id
          redraw()
        },
      },
      one.name,
      element('small', {}, `${addressLabel(one)}, ${stateLabels[one.state]}`),
    ),
  )
  return element(
    'section',
    {},
    webhookControls(webhooks, redraw),
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
          'There are no conversations yet. Sign in as a member in another window and open the chat on the Live Chat page.',
        ),
  )
}

/** Reports whether conversations have changed since they were shown. */
export const hasChanged = async (): Promise<boolean> =>
  JSON.stringify(await callControl<Conversation[]>('GET', 'chat')) !== shownConversations
