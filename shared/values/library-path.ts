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
