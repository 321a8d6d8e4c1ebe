import { exportAccountData } from '#shared/contract/account.ts'
import { defineFunction } from '#platform/function.ts'

export default defineFunction({
  folder: 'services/account/export-account-data',
  source: { operation: exportAccountData },
  permissions: { table: ['QueryIndex', 'GetItem'], userPool: ['AdminGetUser'], stripe: ['api'] },
  timeoutSeconds: 28,
  memoryMb: 1024,
})
