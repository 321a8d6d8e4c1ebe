import { style } from './script-style.ts'

/**
 * The widget's script, loaded by pages of the site. It adds a button and a window to the page, stores what a real
 * widget would store, and communicates with the frame that contains the conversation.
 */
interface Visitor {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly idSignature: string
}

type Notify = (event: 'opened' | 'closed' | 'started' | 'ended' | 'adviserReplied') => void

const base =
  document.currentScript instanceof HTMLScriptElement ? new URL(document.currentScript.src).origin : ''

const tokenKey = 'local_chat_token'

/** Stores the visitor's token in local storage, session storage and a cookie, as real widgets do. */
const storeToken = (token: string): void => {
  localStorage.setItem(tokenKey, token)
  sessionStorage.setItem('local_chat_open', 'yes')
  document.cookie = `local_chat_visitor=${token}; path=/; max-age=31536000; samesite=lax`
}

const createElement = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Tag] => {
  const created = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value)
  return created
}

const draw = () => {
  const host = createElement('div', { id: 'local-chat' })
  const root = host.attachShadow({ mode: 'open' })
  const sheet = document.createElement('style')
  sheet.textContent = style
  const launcher = createElement('button', { type: 'button', class: 'launcher', 'aria-expanded': 'false' })
  launcher.textContent = 'Chat'
  const panel = createElement('section', { class: 'panel', 'aria-label': 'Live chat', hidden: '' })
  const frame = createElement('iframe', { title: 'Conversation', src: `${base}/frame` })
  const close = createElement('button', { type: 'button', class: 'close' })
  close.textContent = 'Close chat'
  panel.append(close, frame)
  root.append(sheet, panel, launcher)
  document.body.append(host)
  return { host, launcher, panel, frame, close }
}

/** Creates a request and response channel to the frame. */
const createChannel = (frame: HTMLIFrameElement, on: (event: string) => void) => {
  const pending = new Map<number, { resolve: (result: unknown) => void; reject: (failure: Error) => void }>()
  let count = 0
  let ready: () => void
  const isReady = new Promise<void>((resolve) => (ready = resolve))
  const listen = ({ origin, source, data }: MessageEvent): void => {
    if (origin !== base || source !== frame.contentWindow) return
    if (data.ready) ready()
    else if (data.event) on(String(data.event))
    else if (data.error) pending.get(data.replyTo)?.reject(new Error(String(data.error)))
    else pending.get(data.replyTo)?.resolve(data.result)
  }
  window.addEventListener('message', listen)
  return {
    request: async (message: object): Promise<unknown> => {
      await isReady
      const id = (count += 1)
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        frame.contentWindow?.postMessage({ ...message, id }, base)
      })
    },
    close: () => window.removeEventListener('message', listen),
  }
}

const createWidget = () => {
  let parts: ReturnType<typeof draw> | undefined
  let channel: ReturnType<typeof createChannel> | undefined
  let notify: Notify = () => undefined

  const show = (open: boolean) => {
    if (!parts || parts.panel.hidden === !open) return
    parts.panel.hidden = !open
    parts.launcher.setAttribute('aria-expanded', String(open))
    if (open) parts.frame.focus()
    else parts.launcher.focus()
    notify(open ? 'opened' : 'closed')
  }
  const startChat = async (visitor: Visitor | undefined) => {
    const token = localStorage.getItem(tokenKey) ?? undefined
    storeToken(String(await channel?.request({ type: 'start', token, visitor })))
  }
  return {
    start: async (visitor: Visitor | undefined, on: Notify) => {
      notify = on
      parts = draw()
      channel = createChannel(parts.frame, (event) => notify(event as Parameters<Notify>[0]))
      parts.launcher.addEventListener('click', () => show(parts?.panel.hidden === true))
      parts.close.addEventListener('click', () => show(false))
      await startChat(visitor)
    },
    open: () => show(true),
    close: () => show(false),
    identify: startChat,
    setLocked: async (locked: boolean) => void (await channel?.request({ type: 'lock', locked })),
    leave: async () => {
      if (parts) parts.host.hidden = true
      await channel?.request({ type: 'leave' })
      channel?.close()
      parts?.host.remove()
    },
  }
}

Object.assign(window, { LocalChat: createWidget() })
