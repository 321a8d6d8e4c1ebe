import type { ChatConfig } from '#shared/values/chat.ts'

/** The sources that a chat widget loads from, by directive of the content security policy. */
export type ChatSources = Readonly<
  Record<'script' | 'style' | 'image' | 'font' | 'media' | 'connect' | 'frame', readonly string[]>
>

const none: ChatSources = { script: [], style: [], image: [], font: [], media: [], connect: [], frame: [] }

const tawk = 'https://*.tawk.to'
/** Tawk.to loads emoji from a public CDN. Only that folder is allowed, because the CDN hosts anyone's files. */
const emoji = 'https://cdn.jsdelivr.net/emojione/'

/**
 * Returns the sources that pages must allow for a chat provider. Tawk.to runs in the page itself and needs all
 * directives. Chatwoot and the local emulator run in their own frame and need few.
 */
export const chatSources = (chat: ChatConfig | undefined): ChatSources => {
  switch (chat?.provider) {
    case 'tawk':
      return {
        script: [tawk, emoji],
        style: [tawk, emoji],
        image: [tawk, emoji, 'https://tawk.link'],
        font: [tawk],
        media: [tawk],
        connect: [tawk, 'wss://*.tawk.to'],
        frame: [tawk],
      }
    case 'chatwoot':
    case 'local': {
      const own = [new URL(chat.baseUrl).origin]
      return { ...none, script: own, frame: own, media: own, connect: own }
    }
    case undefined:
      return none
  }
}
