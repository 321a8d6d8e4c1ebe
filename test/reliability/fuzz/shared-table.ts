import { vi } from 'vitest'
import type * as TableModule from '#platform/table/table.ts'

// Deployed handlers create their table without arguments. In memory all of them share one.
vi.mock('#platform/table/table.ts', async (importOriginal) => {
  const original = await importOriginal<typeof TableModule>()
  const { memoryClient } = await import('#test/kit/in-memory/memory-client.ts')
  const shared = await import('./shared-database.ts')
  class SharedTable extends original.Table {
    constructor(client = memoryClient(shared.database), name = 'table') {
      super(client, name)
    }
  }
  return { ...original, Table: SharedTable }
})
