import type { ChatConfig } from '../../shared/values/chat.ts'

/** From where a chat brings what, for the directives of a content security policy. */
export type ChatSources = Readonly<
  Record<'script' | 'style' | 'image' | 'font' | 'media' | 'connect' | 'frame', readonly string[]>
>

const none: ChatSources = { script: [], style: [], image: [], font: [], media: [], connect: [], frame: [] }

const ofTawk = 'https://*.tawk.to'
/** Tawk.to draws emoji with a public library. Only its folder: the host has everybody's files. */
const emoji = 'https://cdn.jsdelivr.net/emojione/'

/**
 * What pages must let in for a chat to work, and nothing more. Tawk.to runs in the page itself and needs
 * everything; Chatwoot and the local stand-in live in a frame of their own and need the page for little.
 */
export const chatSources = (chat: ChatConfig | undefined): ChatSources => {
  switch (chat?.provider) {
    case 'tawk':
      return {
        script: [ofTawk, emoji],
        style: [ofTawk, emoji],
        image: [ofTawk, emoji, 'https://tawk.link'],
        font: [ofTawk],
        media: [ofTawk],
        connect: [ofTawk, 'wss://*.tawk.to'],
        frame: [ofTawk],
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
