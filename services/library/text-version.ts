import { keys } from '#platform/table/keys.ts'
import { put, type Write } from '#platform/table/write.ts'

/** Returns the write after which every instance of the search reads the texts again. */
export const textVersionWrite = (version: string): Write =>
  put(keys.libraryTextVersion(), { entity: 'library_text_version', version })
