import type { VisitorIdentity } from '#shared/contract/chat.ts'
import type { ChatConfig } from '#shared/values/chat.ts'
import type { ChatAdapter, Emit } from './adapter.ts'
import { endTimeoutMs, loadScript, removeGlobals, withLoadTimeout, withTimeout } from './load-script.ts'

interface TawkVisitor {
  name: string
  email: string
  hash: string
}

/** The API that we use: https://developer.tawk.to/jsapi. The page assigns callbacks; the script adds the methods. */
interface TawkApi {
  visitor?: TawkVisitor
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
  login?: (visitor: TawkVisitor & { userId: string }, done: (failure?: unknown) => void) => void
  setAttributes?: (attributes: Readonly<Record<string, string>>, done: (failure?: unknown) => void) => void
  logout?: (done: (failure?: unknown) => void) => void
}

declare global {
  interface Window {
    Tawk_API?: TawkApi
    Tawk_LoadStart?: Date
  }
}

/** Visitor to set before the script loads. Tawk.to checks the signature of the address here, and of the id at login. */
const tawkVisitor = ({ name, email, emailSignature = '' }: VisitorIdentity): TawkVisitor => ({
  name,
  email,
  hash: emailSignature,
})

/**
 * Logs the visitor in, which restores their history and allows `logout`. After a failure the visitor can still
 * chat under the name that was set before the script loaded.
 */
const login = ({ id, name, email, idSignature }: VisitorIdentity): Promise<void> =>
  withTimeout(
    new Promise<void>((resolve) => {
      const logIn = window.Tawk_API?.login
      if (logIn) logIn({ userId: id, name, email, hash: idSignature }, () => resolve())
      else resolve()
    }),
    endTimeoutMs,
    () => undefined,
  )

/** Longest value of an attribute. Tawk.to rejects all attributes if one is longer. */
const maxAttributeLength = 255

const shortened = (text: string): string =>
  text.length > maxAttributeLength ? `${text.slice(0, maxAttributeLength - 1)}…` : text

/**
 * Shows advisers who is writing. The values are the server's, but a visitor could change them in the browser, so their
 * names say that nobody has checked them. Tawk.to allows letters, digits and dashes in names.
 */
const setFacts = ({ facts }: VisitorIdentity): void => {
  if (facts === undefined) return
  const { access, country, earlier_tickets } = facts
  window.Tawk_API?.setAttributes?.(
    {
      'unverified-access': access,
      'unverified-country': country,
      'unverified-earlier-tickets': shortened(earlier_tickets),
    },
    // After a failure, advisers see no facts. The visitor can still chat.
    () => undefined,
  )
}

const identify = async (visitor: VisitorIdentity): Promise<void> => {
  await login(visitor)
  setFacts(visitor)
}

const logout = (): Promise<void> =>
  withTimeout(
    new Promise<void>((resolve) => {
      const logOut = window.Tawk_API?.logout
      if (logOut) logOut(() => resolve())
      else resolve()
    }),
    endTimeoutMs,
    () => undefined,
  )

/** Sets the callbacks before the script loads, because it calls them immediately. Resolves when the chat is ready. */
const setCallbacks = (emit: Emit, visitor: VisitorIdentity | undefined): Promise<void> =>
  new Promise((resolve) => {
    window.Tawk_API = {
      ...(visitor && { visitor: tawkVisitor(visitor) }),
      onLoad: resolve,
      onChatMaximized: () => emit('opened'),
      onChatMinimized: () => emit('closed'),
      onChatStarted: () => emit('started'),
      onChatEnded: () => emit('ended'),
      onChatMessageAgent: () => emit('adviserReplied'),
    }
    window.Tawk_LoadStart = new Date()
  })

/** Adapter for Tawk.to. */
export const tawk = (
  { propertyId, widgetId }: Extract<ChatConfig, { provider: 'tawk' }>,
  emit: Emit,
): ChatAdapter => ({
  load: async (visitor) => {
    const ready = setCallbacks(emit, visitor)
    const script = loadScript(`https://embed.tawk.to/${propertyId}/${widgetId}`, {
      charset: 'UTF-8',
      crossorigin: '*',
    })
    await withLoadTimeout(Promise.all([script, ready]))
    if (visitor) await identify(visitor)
  },
  open: () => window.Tawk_API?.maximize?.(),
  close: () => window.Tawk_API?.minimize?.(),
  identify,
  end: async () => {
    window.Tawk_API?.hideWidget?.()
    window.Tawk_API?.endChat?.()
    await logout()
    window.Tawk_API?.shutdown?.()
  },
  remove: () => removeGlobals(/tawk/i),
})
