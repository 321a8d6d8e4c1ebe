import type { VisitorIdentity } from '../../../../../shared/contract/chat.ts'
import type { ChatConfig } from '../../../../../shared/values/chat.ts'
import type { ChatAdapter, Emit } from './adapter.ts'
import { endTimeoutMs, loadScript, removeGlobals, untilLoaded, within } from './load-script.ts'

interface Named {
  name: string
  email: string
  hash: string
}

/** As far as we use it: https://developer.tawk.to/jsapi. Callbacks are assigned, methods come with the script. */
interface TawkApi {
  visitor?: Named
  onLoad?: () => void
  onChatMaximized?: () => void
  onChatMinimized?: () => void
  onChatStarted?: () => void
  onChatEnded?: () => void
  onChatMessageAgent?: () => void
  maximize?: () => void
  minimize?: () => void
  hideWidget?: () => void
  endChat?: () => void
  shutdown?: () => void
  login?: (visitor: Named & { userId: string }, done: (failure?: unknown) => void) => void
  logout?: (done: (failure?: unknown) => void) => void
}

declare global {
  interface Window {
    Tawk_API?: TawkApi
    Tawk_LoadStart?: Date
  }
}

/** Before the script the address is what is signed; a login is signed over the id. */
const named = ({ name, email, emailSignature }: VisitorIdentity): Named => ({
  name,
  email,
  hash: emailSignature,
})

/**
 * A login brings back the visitor's own history and is what `logout` ends. One that fails leaves them as they
 * were named before the script: they can chat all the same.
 */
const login = ({ id, name, email, idSignature }: VisitorIdentity): Promise<void> =>
  within(
    new Promise<void>((resolve) => {
      const signIn = window.Tawk_API?.login
      if (signIn) signIn({ userId: id, name, email, hash: idSignature }, () => resolve())
      else resolve()
    }),
    endTimeoutMs,
    () => undefined,
  )

const logout = (): Promise<void> =>
  within(
    new Promise<void>((resolve) => {
      const signOff = window.Tawk_API?.logout
      if (signOff) signOff(() => resolve())
      else resolve()
    }),
    endTimeoutMs,
    () => undefined,
  )

/** The callbacks stand before the script, which calls them from its first moment on. */
const prepare = (emit: Emit, visitor: VisitorIdentity | undefined): Promise<void> =>
  new Promise((resolve) => {
    window.Tawk_API = {
      ...(visitor && { visitor: named(visitor) }),
      onLoad: resolve,
      onChatMaximized: () => emit('opened'),
      onChatMinimized: () => emit('closed'),
      onChatStarted: () => emit('started'),
      onChatEnded: () => emit('ended'),
      onChatMessageAgent: () => emit('adviserReplied'),
    }
    window.Tawk_LoadStart = new Date()
  })

/** Tawk.to: https://developer.tawk.to/jsapi. */
export const tawk = (
  { propertyId, widgetId }: Extract<ChatConfig, { provider: 'tawk' }>,
  emit: Emit,
): ChatAdapter => ({
  load: async (visitor) => {
    const ready = prepare(emit, visitor)
    const script = loadScript(`https://embed.tawk.to/${propertyId}/${widgetId}`, {
      charset: 'UTF-8',
      crossorigin: '*',
    })
    await untilLoaded(Promise.all([script, ready]))
    if (visitor) await login(visitor)
  },
  open: () => window.Tawk_API?.maximize?.(),
  close: () => window.Tawk_API?.minimize?.(),
  identify: login,
  end: async () => {
    window.Tawk_API?.hideWidget?.()
    window.Tawk_API?.endChat?.()
    await logout()
    window.Tawk_API?.shutdown?.()
  },
  remove: () => removeGlobals(/tawk/i),
})
