/** File types that can be uploaded to the library, by extension. The server serves each file with this type. */
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

/** Returns the extension in lower case: `Rent Review.PDF` → `pdf`. Empty for a name without a dot. */
export const extensionOf = (name: string): string =>
  name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''

const officeExtensions = ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx']

/** Returns whether a file needs an online viewer. Browsers show the other types themselves. */
export const isOfficeFile = (name: string): boolean => officeExtensions.includes(extensionOf(name))

export type FileClass = 'image' | 'video' | 'other'

/** Classifies a file by how the library shows it. */
export const fileClassOf = (name: string): FileClass => {
  const extension = extensionOf(name)
  if (imageExtensions.includes(extension)) return 'image'
  return videoExtensions.includes(extension) ? 'video' : 'other'
}

const typeNames: Readonly<Record<string, readonly string[]>> = {
  PDF: ['pdf'],
  Word: ['doc', 'docx'],
  Excel: ['xls', 'xlsx'],
  PowerPoint: ['ppt', 'pptx'],
  Picture: imageExtensions,
  Video: videoExtensions,
}

/** Returns the name of a file's type for readers: `PDF`, `Word`. Otherwise its extension in capitals. */
export const typeNameOf = (name: string): string => {
  const extension = extensionOf(name)
  const known = Object.entries(typeNames).find(([, extensions]) => extensions.includes(extension))
  return known?.[0] ?? extension.toUpperCase()
}
