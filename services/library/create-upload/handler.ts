import { createUpload } from '#shared/contract/library.ts'
import type { BodyOf } from '#shared/contract/operation.ts'
import { rejectionsOf } from '#shared/rules/upload.ts'
import { extensionOf, uploadTypes } from '#shared/values/file-types.ts'
import { libraryFolder, quarantineFolder, safeFileName } from '#shared/values/library-path.ts'
import { uploadSeconds } from '#shared/values/limits.ts'
import { signUpload } from '#platform/files/upload-form.ts'
import { adminGuard } from '#platform/http/guards.ts'
import { type Handle, serve } from '#platform/http/serve.ts'
import { apiError } from '#platform/api-error.ts'
import { Table } from '#platform/table/table.ts'
import { type LibraryRepository, libraryRepository } from '../library.repository.ts'
import { uploadIdOf } from '../upload-id.ts'

export interface Dependencies {
  readonly library: LibraryRepository
  readonly sign: typeof signUpload
}

/** Returns the name of the file to replace, or an API error if the file does not exist or has another extension. */
const replacedName = async (path: string, extension: string, { library }: Dependencies) => {
  const file = await library.find(path)
  if (file === undefined) return apiError('not_found')
  const expected = extensionOf(file.name)
  if (extension === expected) return file.name
  return apiError('file_rejected', { message: `Please choose a .${expected} file to replace this one` })
}

const nameFor = (body: BodyOf<typeof createUpload>, original: string, now: Date, deps: Dependencies) =>
  body.replaces === undefined
    ? deps.library.reserveName(body.kind, original, now)
    : replacedName(body.replaces, extensionOf(original), deps)

/** Derives the content type from the file extension and ignores the type that the browser reports. */
export const handle: Handle<typeof createUpload, Dependencies> = async ({ caller, body, now }, deps) => {
  const original = safeFileName(body.name)
  const contentType = uploadTypes[extensionOf(original)]
  const reasons = rejectionsOf(body)
  if (contentType === undefined || reasons.length > 0)
    return apiError('file_rejected', { message: reasons.join(', ') })
  const name = await nameFor(body, original, now, deps)
  if (typeof name !== 'string') return name
  const startedAt = now.toISOString()
  const form = await deps.sign(`${quarantineFolder}${name}`, {
    contentType,
    size: body.size,
    seconds: uploadSeconds,
    upload: uploadIdOf(caller.userId, startedAt),
    adminId: caller.userId,
    isReplacement: body.replaces !== undefined,
  })
  return { ...form, path: `${libraryFolder}${name}`, startedAt }
}

const table = new Table()
export const handler = serve(
  createUpload,
  handle,
  { library: libraryRepository(table), sign: signUpload },
  { table, guard: adminGuard },
)
