import type { ChatConfig } from '../../../../../shared/values/chat.ts'
import type { Emit } from './adapter.ts'
import type { ChatWidget } from './chat-widget.ts'
import { Widget } from './widget.ts'

const bring = async (config: ChatConfig) => {
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

let made: { readonly key: string; readonly widget: ChatWidget } | undefined

/**
 * The chat of this stage: the same one each time, so that it outlives the page that asked for it. Undefined
 * where the stage has none.
 */
export const chatWidget = (config: ChatConfig | undefined): ChatWidget | undefined => {
  if (config === undefined) return undefined
  const key = JSON.stringify(config)
  if (made?.key !== key) made = { key, widget: new Widget(() => bring(config)) }
  return made.widget
}
