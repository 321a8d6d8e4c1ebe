import { env } from '#platform/env.ts'
import { secret } from '#platform/secrets.ts'
import { openChatApi } from './chat-api.ts'
import { visitorIdOf } from './visitor-id.ts'

/**
 * Deletes the contact of a deleted account at the chat provider. Does nothing for a provider without an API that we
 * use.
 */
export const forgetChatVisitor = async (userId: string): Promise<void> => {
  const api = await openChatApi()
  if (api !== undefined)
    await api.forgetVisitor(visitorIdOf(await secret(env('CHAT_IDENTITY_KEY_ID')), { userId }))
}
