import * as paths from '#shared/values/site-map.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/chat/chat-webhook',
  source: { routes: [{ method: 'POST', path: paths.chatWebhook }] },
  permissions: {
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    chat: ['webhook', 'api'],
    guestKeys: true,
    site: true,
  },
  timeoutSeconds: 25,
  reservedConcurrency: 20,
})
