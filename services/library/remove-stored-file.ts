import { fileClassOf } from '#shared/values/file-types.ts'
import { thumbnailPathOf } from '#shared/values/library-path.ts'
import type { removeFile } from '#platform/files/remove.ts'

/** Deletes a file from storage, with its thumbnail. Can be repeated. */
export const removeStoredFile = async (path: string, remove: typeof removeFile): Promise<void> => {
  await remove(path)
  if (fileClassOf(path) === 'image') await remove(thumbnailPathOf(path))
}
