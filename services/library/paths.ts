import { libraryFolder, quarantineFolder } from '#shared/values/library-path.ts'

/** Returns the name of the file at a path of the library: `library/guides_1_A.pdf` → `guides_1_A.pdf`. */
export const nameOf = (path: string): string => path.slice(libraryFolder.length)

/** Returns where an upload is stored until its content has been checked, by its path in the library. */
export const quarantinePathOf = (path: string): string => `${quarantineFolder}${nameOf(path)}`
