/** Stands in for all icons: the rows have only these. */
export { rowIcons as iconPaths } from '#web/ui/row-icons.ts'
