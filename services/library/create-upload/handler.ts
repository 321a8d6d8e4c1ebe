import { createUpload } from '../../../shared/contract/library.ts'
import { rejectionsOf } from '../../../shared/rules/upload.ts'
import { extensionOf, uploadTypes } from '../../../shared/values/file-types.ts'
import { libraryFolder, quarantineFolder, safeFileName } from '../../../shared/values/library-path.ts'
import { maxUploadBytes, uploadSeconds } from '../../../shared/values/limits.ts'
import { signUpload } from '../../platform/files/upload-form.ts'
import { adminGate } from '../../platform/http/gates.ts'
import { type Handle, serve } from '../../platform/http/serve.ts'
import { refused } from '../../platform/refusal.ts'
import { Table } from '../../platform/table/table.ts'

interface Needs {
  readonly sign: typeof signUpload
}

/** The type that the file is kept under is that of its ending, whatever the browser says. */
const handle: Handle<typeof createUpload, Needs> = async ({ body, now }, { sign }) => {
  const original = safeFileName(body.name)
  const contentType = uploadTypes[extensionOf(original)]
  const reasons = rejectionsOf({ ...body, name: original })
  if (contentType === undefined || reasons.length > 0)
    return refused('file_rejected', { message: reasons.join(', ') })
  const name = `${body.kind}_${now.getTime()}_${original}`
  const form = await sign(`${quarantineFolder}${name}`, {
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
  { table: new Table(), gate: adminGate },
)
