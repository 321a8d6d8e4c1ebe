import { type Document, sampleMark } from './document.ts'
import { zip } from './zip.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const mime = 'application/vnd.openxmlformats-officedocument'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const contentTypes = (overrides: Readonly<Record<string, string>>) =>
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  Object.entries(overrides)
    .map(([part, type]) => `<Override PartName="${part}" ContentType="${mime}.${type}+xml"/>`)
    .join('') +
  '</Types>'

const relationships = (type: string, target: string) =>
  `${declaration}<Relationships xmlns="${packageRelationships}">` +
  `<Relationship Id="rId1" Type="${officeDocument}/${type}" Target="${target}"/></Relationships>`

const paragraph = (text: string, properties = '', run = '') =>
  `<w:p><w:pPr><w:spacing w:after="120"/>${properties}</w:pPr><w:r><w:rPr>${run}</w:rPr>` +
  `<w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`

const bold = (halfPoints: number) => `<w:b/><w:sz w:val="${halfPoints}"/>`

/** Writes a text document (ECMA-376 WordprocessingML). */
export const docx = ({ title, sections }: Document): Buffer => {
  const body = [
    paragraph(sampleMark, '', '<w:i/><w:color w:val="666666"/>'),
    paragraph(title, '', bold(36)),
    ...sections.flatMap(({ heading, text }) => [
      paragraph(heading, '<w:keepNext/>', bold(26)),
      ...text.map((line) =>
        line.startsWith('- ') ? paragraph(`•  ${line.slice(2)}`, '<w:ind w:left="360"/>') : paragraph(line),
      ),
    ]),
  ]
  return zip({
    '[Content_Types].xml': contentTypes({ '/word/document.xml': 'wordprocessingml.document.main' }),
    '_rels/.rels': relationships('officeDocument', 'word/document.xml'),
    'word/document.xml':
      `${declaration}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` +
      `${body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
  })
}

/** Rows of a spreadsheet. */
export type Rows = readonly (readonly (string | number)[])[]

const cell = (value: string | number) =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`

/** Writes a spreadsheet with one sheet (ECMA-376 SpreadsheetML). The first row marks it as a sample. */
export const xlsx = (sheetName: string, rows: Rows): Buffer => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const data = [[sampleMark], [], ...rows].map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  return zip({
    '[Content_Types].xml': contentTypes({
      '/xl/workbook.xml': 'spreadsheetml.sheet.main',
      '/xl/worksheets/sheet1.xml': 'spreadsheetml.worksheet',
    }),
    '_rels/.rels': relationships('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml':
      `${declaration}<workbook xmlns="${main}" xmlns:r="${officeDocument}">` +
      `<sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml':
      `${declaration}<worksheet xmlns="${main}"><cols><col min="1" max="12" width="24" customWidth="1"/></cols>` +
      `<sheetData>${data}</sheetData></worksheet>`,
  })
}
