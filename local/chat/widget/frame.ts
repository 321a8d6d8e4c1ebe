/** The frame in which a visitor reads and writes. It speaks to the page that shows it, and to its own origin. */
interface Message {
  readonly id: string
  readonly from: 'visitor' | 'adviser'
  readonly text: string
}

interface Begun {
  readonly token: string
  readonly messages: readonly Message[]
  readonly state: 'quiet' | 'waiting' | 'answered' | 'ended'
}

const part = (id: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`#${id}`)
  if (!found) throw new Error(`The frame has no ${id}`)
  return found
}

/** The page that shows the frame: only the site may (`frame-ancestors`). */
const page = new URL(document.referrer).origin
const tellPage = (message: object): void => window.parent.postMessage(message, page)

const words = {
  quiet: 'Write to us, and an adviser answers here.',
  waiting: 'Waiting for an adviser.',
  answered: 'An adviser is with you.',
  ended: 'This chat has ended. Write again to begin another.',
} as const

let token = ''
let state: keyof typeof words = 'quiet'
let news: EventSource | undefined
const shown = new Set<string>()

const enter = (next: keyof typeof words): void => {
  state = next
  part('state').textContent = words[next]
  part('end').hidden = next === 'quiet' || next === 'ended'
}

const show = ({ id, from, text }: Message): void => {
  if (shown.has(id)) return
  shown.add(id)
  const item = document.createElement('li')
  const who = document.createElement('small')
  who.textContent = from === 'visitor' ? 'You' : 'Adviser'
  item.className = from
  item.append(who, text)
  part('messages').append(item)
  item.scrollIntoView({ block: 'end' })
}

const ask = async <Answer>(path: string, body: object): Promise<Answer> => {
  const response = await fetch(`/api/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(String(Reflect.get(Object(answer), 'error')))
  return answer as Answer
}

const hear = (heard: { type: 'message'; message: Message } | { type: 'ended' }): void => {
  if (heard.type === 'ended') {
    enter('ended')
    tellPage({ event: 'ended' })
    return
  }
  const isFirst = state === 'quiet' || state === 'ended'
  show(heard.message)
  enter(heard.message.from === 'visitor' ? 'waiting' : 'answered')
  if (isFirst) tellPage({ event: 'started' })
  if (heard.message.from === 'adviser') tellPage({ event: 'adviserReplied' })
}

const begin = async (request: { token?: string; visitor?: object }): Promise<string> => {
  const begun = await ask<Begun>('begin', request)
  token = begun.token
  shown.clear()
  part('messages').replaceChildren()
  for (const message of begun.messages) show(message)
  enter(begun.state)
  news?.close()
  news = new EventSource(`/api/news?token=${token}`)
  news.addEventListener('message', ({ data }) => hear(JSON.parse(data)))
  return token
}

const leave = async (): Promise<void> => {
  news?.close()
  await ask('leave', { token })
}

window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== window.parent || origin !== page) return
  const work: Promise<unknown> = data.type === 'begin' ? begin(data) : leave()
  work.then(
    (answer) => tellPage({ reply: data.id, answer }),
    (error: unknown) =>
      tellPage({ reply: data.id, error: error instanceof Error ? error.message : 'failed' }),
  )
})

const form = part('form')
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const field = part('text')
  if (!(field instanceof HTMLTextAreaElement) || field.value.trim() === '') return
  const text = field.value
  field.value = ''
  ask('say', { token, text }).catch(() => {
    field.value = text
    part('state').textContent = 'Your message could not be sent. Please try again.'
  })
})
part('text').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  if (form instanceof HTMLFormElement) form.requestSubmit()
})
part('end').addEventListener('click', () => void ask('end', { token }))
tellPage({ ready: true })
