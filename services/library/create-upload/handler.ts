import { createUpload } from '#shared/contract/library.ts'
import { rejectionsOf } from '#shared/rules/upload.ts'
import { extensionOf, uploadTypes } from '#shared/values/file-types.ts'
import { libraryFolder, quarantineFolder, safeFileName } from '#shared/values/library-path.ts'
import { maxUploadBytes, uploadSeconds } from '#shared/values/limits.ts'
import { signUpload } from '#platform/files/upload-form.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { apiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'

export interface Dependencies {
  readonly sign: typeof signUpload
}

/** Derives the content type from the file extension and ignores the type that the browser reports. */
export const handle: Handle<typeof createUpload, Dependencies> = async ({ body, now }, deps) => {
  const original = safeFileName(body.name)
  const contentType = uploadTypes[extensionOf(original)]
  const reasons = rejectionsOf({ ...body, name: original })
  if (contentType === undefined || reasons.length > 0)
    return apiError('file_rejected', { message: reasons.join(', ') })
  const name = `${body.kind}_${now.getTime()}_${original}`
  const form = await deps.sign(`${quarantineFolder}${name}`, {
    contentType,
    maxBytes: maxUploadBytes,
    seconds: uploadSeconds,
  })
  return { ...form, path: `${libraryFolder}${name}` }
}

export const handler = serve(
  createUpload,
  handle,
  { sign: signUpload },
  { table: new Table(), guard: adminGuard },
)
