/** The frame with the visitor's conversation. It communicates with the embedding page and its own origin. */
interface Message {
  readonly id: string
  readonly from: 'visitor' | 'adviser'
  readonly text: string
}

interface StartedChat {
  readonly token: string
  readonly messages: readonly Message[]
  readonly state: 'quiet' | 'waiting' | 'answered' | 'ended'
}

const elementWith = (id: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`#${id}`)
  if (!found) throw new Error(`The frame has no element ${id}`)
  return found
}

/** Origin of the embedding page. `frame-ancestors` allows only the site. */
const pageOrigin = new URL(document.referrer).origin
const notifyPage = (message: object): void => window.parent.postMessage(message, pageOrigin)

const stateTexts = {
  quiet: 'Write to us. An adviser will reply here.',
  waiting: 'Waiting for an adviser.',
  answered: 'An adviser has joined the chat.',
  ended: 'This chat has ended. Write again to start a new one.',
} as const

const lockedText = 'Your session is over. You can still read your conversation.'

let token = ''
let state: keyof typeof stateTexts = 'quiet'
/** True once the visitor's time is over. The conversation and unsent text stay readable, but nothing can be sent. */
let locked = false
let events: EventSource | undefined
const shown = new Set<string>()

const showState = (next: keyof typeof stateTexts): void => {
  state = next
  elementWith('state').textContent = locked ? lockedText : stateTexts[next]
  elementWith('end').hidden = locked || next === 'quiet' || next === 'ended'
}

const showMessage = ({ id, from, text }: Message): void => {
  shown.add(id)
  const item = document.createElement('div')
  const author = document.createElement('small')
  author.textContent = from === 'visitor' ? 'You' : 'Adviser'
  item.className = from
  item.append(author, text)
  elementWith('messages').append(item)
  item.scrollIntoView({ block: 'end' })
}

const post = async <Result>(path: string, body: object): Promise<Result> => {
  const response = await fetch(`/api/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const result: unknown = await response.json()
  if (!response.ok) throw new Error(String(Reflect.get(Object(result), 'error')))
  return result as Result
}

const handleEvent = (chatEvent: { type: 'message'; message: Message } | { type: 'ended' }): void => {
  if (chatEvent.type === 'ended') {
    showState('ended')
    notifyPage({ event: 'ended' })
    return
  }
  // The stream begins with all messages, also when it reconnects.
  if (shown.has(chatEvent.message.id)) return
  const isFirst = state === 'quiet' || state === 'ended'
  showMessage(chatEvent.message)
  showState(chatEvent.message.from === 'visitor' ? 'waiting' : 'answered')
  if (isFirst) notifyPage({ event: 'started' })
  if (chatEvent.message.from === 'adviser') notifyPage({ event: 'adviserReplied' })
}

const start = async (request: { token?: string; visitor?: object }): Promise<string> => {
  const started = await post<StartedChat>('start', request)
  token = started.token
  shown.clear()
  elementWith('messages').replaceChildren()
  for (const message of started.messages) showMessage(message)
  showState(started.state)
  // The conversation began before this page was loaded, so no later event reports its start.
  if (started.state === 'waiting' || started.state === 'answered') notifyPage({ event: 'started' })
  events?.close()
  events = new EventSource(`/api/events?token=${token}`)
  events.addEventListener('message', ({ data }) => handleEvent(JSON.parse(data)))
  return token
}

const lock = async (next: boolean): Promise<void> => {
  locked = next
  elementWith('text').toggleAttribute('readonly', locked)
  elementWith('send').toggleAttribute('disabled', locked)
  showState(state)
  // Without a connection, the adviser sees no end of the chat.
  if (locked) await post('end', { token }).catch(() => undefined)
}

const leave = async (): Promise<void> => {
  events?.close()
  await post('leave', { token })
}

window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== window.parent || origin !== pageOrigin) return
  const work: Promise<unknown> =
    data.type === 'start' ? start(data) : data.type === 'lock' ? lock(Boolean(data.locked)) : leave()
  work.then(
    (result) => notifyPage({ replyTo: data.id, result }),
    (error: unknown) =>
      notifyPage({ replyTo: data.id, error: error instanceof Error ? error.message : 'failed' }),
  )
})

const form = elementWith('form')
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const field = elementWith('text')
  if (locked || !(field instanceof HTMLTextAreaElement) || field.value.trim() === '') return
  const text = field.value
  field.value = ''
  post('send', { token, text }).catch(() => {
    // The visitor may have written more in the meantime.
    field.value = [text, field.value].filter(Boolean).join('\n')
    elementWith('state').textContent = 'Your message could not be sent. Please try again.'
  })
})
elementWith('text').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  if (form instanceof HTMLFormElement) form.requestSubmit()
})
elementWith('end').addEventListener('click', () => void post('end', { token }))
notifyPage({ ready: true })
