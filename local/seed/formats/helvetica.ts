/**
 * Widths of Helvetica's characters 32 to 126 in thousandths of the font size, from Adobe's font metrics
 * (the 14 standard fonts of PDF). For bold text a factor is accurate enough to break lines.
 */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
const defaultWidth = 556
const boldFactor = 1.07

/** Returns the width of a text in points. */
export const widthOf = (text: string, sizePt: number, bold: boolean): number => {
  const units = [...text].reduce((sum, char) => sum + (widths[char.charCodeAt(0) - 32] ?? defaultWidth), 0)
  return (units / 1000) * sizePt * (bold ? boldFactor : 1)
}

/** Breaks a paragraph into lines that fit the width. */
export const wrap = (text: string, sizePt: number, bold: boolean, widthPt: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(longer, sizePt, bold) > widthPt) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}
