import { fileClassOf } from '#shared/values/file-types.ts'
import { maxThumbnailCharacters } from '#shared/values/limits.ts'

/** Three times the size on the page, for screens with small pixels. */
const width = 144
const height = 108

/** Draws the middle of a picture. Pictures that are partly transparent get a white background. */
const draw = (picture: ImageBitmap): string | undefined => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (!context) return undefined
  const scale = Math.max(width / picture.width, height / picture.height)
  const [w, h] = [picture.width * scale, picture.height * scale]
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h)
  return canvas.toDataURL('image/jpeg', 0.8).split(',')[1]
}

/** Makes a small image of a picture: a JPEG in base64. Returns undefined for other files. */
export const thumbnailOf = async (file: File): Promise<string | undefined> => {
  if (fileClassOf(file.name) !== 'image') return undefined
  try {
    const picture = await createImageBitmap(file)
    const encoded = draw(picture)
    picture.close()
    return encoded && encoded.length <= maxThumbnailCharacters ? encoded : undefined
  } catch {
    // The browser cannot read this picture. It is uploaded all the same, and the library shows the picture itself.
    return undefined
  }
}
