import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/chat/chat-webhook',
  source: { routes: [{ method: 'POST', path: '/webhooks/chat' }] },
  needs: {
    table: ['GetItem', 'Query', 'QueryIndex', 'PutItem', 'ConditionCheckItem'],
    chat: ['webhook'],
    site: true,
  },
  timeoutSeconds: 25,
  reservedConcurrency: 20,
})
