import { extensionOf } from '#shared/values/file-types.ts'
import { officeText } from './office-text.ts'
import { boundPassages, type Passage } from './passage.ts'
import { pdfText } from './pdf-text.ts'

/** Returns the text of a PDF, Word, Excel or PowerPoint file with its places. Throws if the file is unreadable. */
export const textOfFile = async (name: string, bytes: Uint8Array): Promise<Passage[]> => {
  const extension = extensionOf(name)
  return boundPassages(extension === 'pdf' ? await pdfText(bytes) : officeText(extension, bytes))
}
