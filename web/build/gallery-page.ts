import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HeadingFont } from './font.ts'
import { closure, filesOf, readManifest } from './manifest.ts'
import { layers } from './prerender.ts'

/** Writes `/_local/ui`, the component gallery. It is for development and is never deployed. */
export const writeGalleryPage = async (outdir: string, font: HeadingFont): Promise<void> => {
  const manifest = await readManifest(outdir)
  const key = 'src/app/entry-gallery.tsx'
  const { styles } = filesOf(manifest, closure(manifest, [key]))
  const links = styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('')
  const folder = join(outdir, '_local/ui')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en-GB"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Component gallery</title><link rel="icon" href="/favicon.svg"><link rel="preload" href="${font.href}" as="font" type="font/woff2" crossorigin><style>${layers}${font.css}</style>${links}<div id="root"></div><script type="module" src="/${manifest[key]?.file}"></script></html>`,
  )
}
