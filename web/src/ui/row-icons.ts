/** The icons of rows in the library, which are shown before the app. The strings are paths of 24 by 24 units. */
export const rowIcons = {
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  image: 'M3.5 5h17v14h-17zM3.5 16l5-5 4.5 4.5 2.5-2.5 5 5M15.5 9v.1',
  play: 'M8 5.5v13l10.5-6.5z',
  external: 'M10 5H5v14h14v-5M13 5h6v6M19 5l-9 9',
} as const
