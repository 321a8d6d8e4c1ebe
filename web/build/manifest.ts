import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The part of Vite's manifest that we read. */
interface Chunk {
  readonly file: string
  readonly name?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

/** Returns the keys of some chunks and of everything that they import statically. */
export const closure = (
  manifest: Manifest,
  keys: readonly string[],
  seen = new Set<string>(),
): Set<string> => {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    closure(manifest, manifest[key]?.imports ?? [], seen)
  }
  return seen
}

/** Returns the addresses of the scripts and style sheets of some chunks. */
export const filesOf = (manifest: Manifest, keys: Iterable<string>) => {
  const chunks = [...keys].flatMap((key) => manifest[key] ?? [])
  return {
    scripts: chunks.map((chunk) => `/${chunk.file}`),
    styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`),
  }
}

/** Reads the manifest that Vite wrote into a build. */
export const readManifest = async (outdir: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(outdir, 'manifest.json'), 'utf8'))
