import { createClock } from '#local/kit/clock.ts'
import { startChat, type ChatEmulator } from '#local/chat/server.ts'

export type MemoryChat = ChatEmulator

/** Starts the chat emulator in this process. Its API has account 1, inbox 1 and the access token `token`. */
export const startMemoryChat = async (identityKey: string, now: () => Date): Promise<MemoryChat> => {
  const chat = await startChat({
    port: 0,
    clock: { ...createClock(), now },
    // Nothing listens there, and webhooks are held.
    site: 'http://localhost:9',
    identityKey,
    webhookSecret: 'secret',
    apiAccess: '1:1:token',
  })
  chat.dispatcher.setMode('hold')
  return chat
}
