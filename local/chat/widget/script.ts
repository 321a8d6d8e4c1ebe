import { style } from './script-style.ts'

/**
 * The widget's script, as a page of the site runs it: it puts a button and a window on the page, keeps in the
 * browser what a provider's would keep, and speaks to the frame in which people write.
 */
interface Visitor {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly idSignature: string
}

type Tell = (event: 'opened' | 'closed' | 'started' | 'ended' | 'adviserReplied') => void

const base =
  document.currentScript instanceof HTMLScriptElement ? new URL(document.currentScript.src).origin : ''

/** As real widgets do, it leaves something in each place where a page can keep things. */
const tokenKey = 'local_chat_token'
const keep = (token: string): void => {
  localStorage.setItem(tokenKey, token)
  sessionStorage.setItem('local_chat_open', 'yes')
  document.cookie = `local_chat_visitor=${token}; path=/; max-age=31536000; samesite=lax`
}

const make = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  return made
}

const draw = () => {
  const host = make('div', { id: 'local-chat' })
  const root = host.attachShadow({ mode: 'open' })
  const sheet = document.createElement('style')
  sheet.textContent = style
  const launcher = make('button', { type: 'button', class: 'launcher', 'aria-expanded': 'false' })
  launcher.textContent = 'Chat'
  const panel = make('section', { class: 'panel', 'aria-label': 'Live chat', hidden: '' })
  const frame = make('iframe', { title: 'Conversation', src: `${base}/frame` })
  const close = make('button', { type: 'button', class: 'close' })
  close.textContent = 'Close chat'
  panel.append(close, frame)
  root.append(sheet, panel, launcher)
  document.body.append(host)
  return { host, launcher, panel, frame, close }
}

/** Sends the frame a request and waits for the answer to it. */
const createLine = (frame: HTMLIFrameElement, on: (event: string) => void) => {
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (failure: Error) => void }>()
  let count = 0
  let ready: () => void
  const isReady = new Promise<void>((resolve) => (ready = resolve))
  const listen = ({ origin, source, data }: MessageEvent): void => {
    if (origin !== base || source !== frame.contentWindow) return
    if (data.ready) ready()
    else if (data.event) on(String(data.event))
    else if (data.error) waiting.get(data.reply)?.reject(new Error(String(data.error)))
    else waiting.get(data.reply)?.resolve(data.answer)
  }
  window.addEventListener('message', listen)
  return {
    ask: async (request: object): Promise<unknown> => {
      await isReady
      const id = (count += 1)
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        frame.contentWindow?.postMessage({ ...request, id }, base)
      })
    },
    hangUp: () => window.removeEventListener('message', listen),
  }
}

const createWidget = () => {
  let parts: ReturnType<typeof draw> | undefined
  let line: ReturnType<typeof createLine> | undefined
  let tell: Tell = () => undefined

  const show = (open: boolean) => {
    if (!parts || parts.panel.hidden === !open) return
    parts.panel.hidden = !open
    parts.launcher.setAttribute('aria-expanded', String(open))
    if (open) parts.frame.focus()
    else parts.launcher.focus()
    tell(open ? 'opened' : 'closed')
  }
  const begin = async (visitor: Visitor | undefined) => {
    const token = localStorage.getItem(tokenKey) ?? undefined
    keep(String(await line?.ask({ type: 'begin', token, visitor })))
  }
  return {
    start: async (visitor: Visitor | undefined, on: Tell) => {
      tell = on
      parts = draw()
      line = createLine(parts.frame, (event) => tell(event as Parameters<Tell>[0]))
      parts.launcher.addEventListener('click', () => show(parts?.panel.hidden === true))
      parts.close.addEventListener('click', () => show(false))
      await begin(visitor)
    },
    open: () => show(true),
    close: () => show(false),
    identify: begin,
    leave: async () => {
      if (parts) parts.host.hidden = true
      await line?.ask({ type: 'leave' })
      line?.hangUp()
      parts?.host.remove()
    },
  }
}

Object.assign(window, { LocalChat: createWidget() })
