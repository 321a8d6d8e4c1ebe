import { defineFunction } from '../../platform/function.ts'

export default defineFunction({
  folder: 'services/notices/deliver-email',
  source: { stream: { entity: 'mail' } },
  needs: { table: ['GetItem', 'UpdateItem', 'DeleteItem'], mail: ['SendEmail'] },
  timeoutSeconds: 30,
})
