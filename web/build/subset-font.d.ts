/** The part that we use. The package has no types. */
declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat: 'sfnt' | 'woff' | 'woff2'
    readonly variationAxes?: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>
    readonly noHinting?: boolean
    /** OpenType features to keep; all of them when left out. */
    readonly keepFeatures?: readonly string[]
  }
  const subsetFont: (font: Buffer, text: string, options: SubsetOptions) => Promise<Buffer>
  export default subsetFont
}
