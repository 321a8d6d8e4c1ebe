/** Folder of the library files in the bucket. */
export const libraryFolder = 'library/'

export const libraryKinds = ['guides', 'templates'] as const
export type LibraryKind = (typeof libraryKinds)[number]

/**
 * Matches the paths that operations accept: a file directly under `library/`, of a known kind, with a name without
 * forbidden characters.
 */
export const libraryPathPattern =
  // oxlint-disable-next-line no-control-regex -- it rejects control characters
  /^library\/(?:guides|templates)_(?!.*%(?:[01][\da-fA-F]|7[fF]))[^/\\\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]{1,200}$/

/** Control characters, including percent-encoded ones: some programs read `a.exe%00.pdf` as `a.exe`. */
const controls = /\p{Cc}|%(?:[01][\da-f]|7f)/iu
/** Characters that change the direction of the text after them, so that a name seems to have another extension. */
const directionOverrides = /[\u202a-\u202e\u2066-\u2069]/u

/** Returns whether a file name could be taken for a different one. */
export const isMisleadingName = (text: string): boolean =>
  controls.test(text) || directionOverrides.test(text)

/**
 * Returns the kind of a file from `guides_` or `templates_` anywhere in its name. If both occur, the prefix decides, so
 * that no file is in two lists.
 */
export const libraryKindOf = (name: string): LibraryKind | undefined =>
  libraryKinds.find((kind) => name.startsWith(`${kind}_`)) ??
  libraryKinds.find((kind) => name.includes(`${kind}_`))

/** Returns where the small image of a picture is stored. No operation accepts this path. */
export const thumbnailPathOf = (path: string): string =>
  `${libraryFolder}thumbnails/${path.slice(libraryFolder.length)}.jpg`

/** Removes the prefix of a library file: `guides_1763600000000_Gas safety.pdf` → `Gas safety.pdf`. */
export const originalName = (name: string): string => name.replace(/^(guides|templates)_\d+_/, '')

/**
 * Returns the start of a library file's name, which identifies it without what an admin typed: `guides_1763600000000`.
 * Logs contain no more of it.
 */
export const nameForLog = (name: string): string => /^(?:guides|templates)_\d*/.exec(name)?.[0] ?? ''

/** Maximum length of a file name, in UTF-16 units. With its prefix it still fits `libraryPathPattern`. */
const maxNameLength = 180

const unsafe = /[/\\\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Truncates without splitting a surrogate pair. */
const truncate = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/**
 * Returns a safe name to store a file under: Unicode NFC, without path separators, `..`, control characters or
 * direction marks, without `${` (which S3 would expand), and truncated before the extension.
 */
export const safeFileName = (name: string): string => {
  const safe = name
    .normalize('NFC')
    .replace(unsafe, '_')
    .replace(/\.{2,}/g, '.')
    .replaceAll('${', '_')
    .trim()
  const dot = safe.lastIndexOf('.')
  const extension = dot < 0 ? '' : truncate(safe.slice(dot), 20)
  return truncate(dot < 0 ? safe : safe.slice(0, dot), maxNameLength - extension.length) + extension
}

/** Folder of uploads whose content has not been checked yet. */
export const quarantineFolder = 'quarantine/'
