import { env } from '#platform/env.ts'
import { secret } from '#platform/secrets.ts'
import { openChatApi } from './chat-api.ts'
import { visitorIdOf } from './visitor-id.ts'

/**
 * Deletes the contact of a deleted account at the chat provider. Does nothing for a provider without an API that we
 * use.
 *
 * @param end ends the requests to the provider when it is aborted. Default: each has five seconds
 */
export const forgetChatVisitor = async (userId: string, end?: AbortSignal): Promise<void> => {
  const api = await openChatApi(end)
  if (api !== undefined)
    await api.forgetVisitor(visitorIdOf(await secret(env('CHAT_IDENTITY_KEY_ID')), { userId }))
}
