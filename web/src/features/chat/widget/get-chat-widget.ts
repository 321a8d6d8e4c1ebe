import type { ChatConfig } from '#shared/values/chat.ts'
import { siteConfig } from '#web/lib/config.ts'
import type { Emit } from './adapter.ts'
import type { ChatWidget } from './chat-widget.ts'
import { Widget } from './widget.ts'

/** Loads the adapter of the configured provider, each in its own file. */
const loadAdapter = async (config: ChatConfig) => {
  switch (config.provider) {
    case 'tawk': {
      const { tawk } = await import('./tawk.ts')
      return (emit: Emit) => tawk(config, emit)
    }
    case 'chatwoot': {
      const { chatwoot } = await import('./chatwoot.ts')
      return (emit: Emit) => chatwoot(config, emit)
    }
    case 'local': {
      const { local } = await import('./local.ts')
      return (emit: Emit) => local(config, emit)
    }
  }
}

let current: { readonly key: string; readonly widget: ChatWidget } | undefined

/**
 * Returns the chat widget for a configuration, or undefined without one. Returns the same widget each time, so
 * that the chat continues across pages.
 */
export const getChatWidget = (config: ChatConfig | undefined): ChatWidget | undefined => {
  if (config === undefined) return undefined
  const key = JSON.stringify(config)
  if (current?.key !== key) current = { key, widget: new Widget(() => loadAdapter(config)) }
  return current.widget
}

/** Returns the chat widget of this stage, or undefined if the stage has no chat. */
export const loadConfiguredWidget = async (): Promise<ChatWidget | undefined> =>
  getChatWidget((await siteConfig()).chat)
