/** Where library files live in the bucket, and how their names tell what they are. */
export const libraryFolder = 'library/'

export const libraryKinds = ['guides', 'templates'] as const
export type LibraryKind = (typeof libraryKinds)[number]

/** A path that an operation accepts: one file directly below `library/`, of a known kind. */
// oxlint-disable-next-line no-control-regex -- control characters are what this refuses
export const libraryPathPattern = /^library\/(guides|templates)_[^/\\\u0000-\u001f\u007f]{1,200}$/

/**
 * `guides_…` and `templates_…` anywhere in the name tell the kind; where both occur, the prefix decides,
 * so that no file stands in two lists.
 */
export const libraryKindOf = (name: string): LibraryKind | undefined =>
  libraryKinds.find((kind) => name.startsWith(`${kind}_`)) ??
  libraryKinds.find((kind) => name.includes(`${kind}_`))

/** `guides_1763600000000_Gas safety.pdf` → `Gas safety.pdf`. */
export const originalName = (name: string): string => name.replace(/^(guides|templates)_\d+_/, '')

/** Longest name that a file keeps, in UTF-16 units: with its prefix it fits a path. */
const maxNameLength = 180

// oxlint-disable-next-line no-control-regex -- control characters are what this takes out
const unsafe = /[/\\\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Cuts without leaving half of a character that takes two units. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/**
 * The name under which a file is kept: composed letters, nothing that leads to another folder, controls text
 * or turns its direction, no `${…}` that the storage would fill in, and never longer than a path takes.
 */
export const safeFileName = (name: string): string => {
  const safe = name
    .normalize('NFC')
    .replace(unsafe, '_')
    .replace(/\.{2,}/g, '.')
    .replaceAll('${', '_')
    .trim()
  const dot = safe.lastIndexOf('.')
  const ending = dot < 0 ? '' : cut(safe.slice(dot), 20)
  return cut(dot < 0 ? safe : safe.slice(0, dot), maxNameLength - ending.length) + ending
}

/** Where an upload waits until its content has been checked. */
export const quarantineFolder = 'quarantine/'
