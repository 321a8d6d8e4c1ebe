import { completeUpload, createUpload, deleteLibraryFile } from '#shared/contract/library.ts'
import { callOk, type SignedInUser } from './call.ts'

export interface Form {
  readonly url: string
  readonly fields: Readonly<Record<string, string>>
}

/** A file that starts like a PDF but is not a valid one. */
export const aPdf = Buffer.from('%PDF-1.7\n% Sample of a test\n%%EOF\n')

/** Returns an upload form for one file, as an admin's browser receives it. */
export const aForm = (as: SignedInUser, name = 'Sample.pdf', size = aPdf.length) =>
  callOk(createUpload, { as, body: { kind: 'guides', name, type: '', size } })

/** Posts a file to S3 as a browser does. */
export const post = ({ url, fields }: Form, bytes: Uint8Array): Promise<Response> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'file')
  return fetch(url, { method: 'POST', body: form })
}

/** Uploads a file, waits until it is in the library, and returns its path. */
export const upload = async (as: SignedInUser, name: string, bytes: Uint8Array = aPdf): Promise<string> => {
  const form = await aForm(as, name, bytes.length)
  const { status } = await post(form, bytes)
  if (status !== 204) throw new Error(`S3 returned ${status}`)
  await callOk(completeUpload, { as, body: { path: form.path } })
  return form.path
}

/** Deletes files from the library, so that its list stays short for other tests. */
export const tidyUp = async (as: SignedInUser, ...paths: readonly string[]): Promise<void> => {
  for (const path of paths) await callOk(deleteLibraryFile, { as, body: { path } })
}
