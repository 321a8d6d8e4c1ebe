/** The types that may be uploaded to the library, by extension. The server decides the type that is served. */
export const uploadTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

const imageExtensions = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif']
const videoExtensions = ['mp4', 'webm', 'ogg', 'mov', 'm4v']
/** `Rent Review.PDF` → `pdf`; a name without a dot has no extension. */
export const extensionOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''

const officeExtensions = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx']

/** Browsers show most files themselves; these need a viewer. */
export const isOfficeFile = (name: string): boolean => officeExtensions.includes(extensionOf(name))

export type FileClass = 'image' | 'video' | 'other'

/** How the library shows a file. */
export const fileClassOf = (name: string): FileClass => {
  const extension = extensionOf(name)
  if (imageExtensions.includes(extension)) return 'image'
  return videoExtensions.includes(extension) ? 'video' : 'other'
}
