import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { boundPassages } from './passage.ts'
import { textOfFile } from './file-text.ts'
import { joinDividedWords } from './pdf-text.ts'

const archive = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))

const paragraph = (text: string, style = '') =>
  `<w:p><w:pPr>${style && `<w:pStyle w:val="${style}"/>`}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

/** A PDF with one line on each page. */
const aPdf = (...lines: readonly string[]): Uint8Array => {
  const kids = lines.map((_, index) => `${3 + index * 2} 0 R`).join(' ')
  const pages = lines.flatMap((line, index) => {
    const content = `BT /F1 12 Tf 72 700 Td (${line}) Tj ET`
    return [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${4 + index * 2} 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>`,
      `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ]
  })
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${lines.length}>>`,
    ...pages,
  ]
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return strToU8(`%PDF-1.4\n${body}trailer<</Root 1 0 R/Size ${objects.length + 1}>>\n%%EOF`)
}

describe('textOfFile', () => {
  test('finds the text of each page of a PDF', async () => {
    const text = await textOfFile('a.pdf', aPdf('Gas safety record', 'Electrical report'))
    expect(text).toEqual([
      { place: 'Page 1', text: 'Gas safety record' },
      { place: 'Page 2', text: 'Electrical report' },
    ])
  })

  test('finds words that are divided at the end of a line of a PDF', async () => {
    const nextLine = (before: string, after: string) => `${before}) Tj 0 -14 Td (${after}`
    const lines = [
      nextLine('The dilapi-', 'dations report'),
      nextLine('A sub-', 'letting clause'),
      nextLine('Sections 8-', '21 of the Act'),
      nextLine('Rent -', 'due monthly'),
    ]
    expect((await textOfFile('a.pdf', aPdf(...lines))).map(({ text }) => text)).toEqual([
      'The dilapi-dations report',
      'A sub-letting clause',
      'Sections 8- 21 of the Act',
      'Rent - due monthly',
    ])
  })

  test('leaves out soft hyphens, and the ends of lines after them', () => {
    expect(joinDividedWords('The dilapi\u00ad\ndations re\u00adport')).toBe('The dilapidations re\u00adport')
    const place = 'Page 1'
    expect(boundPassages([{ place, text: 'A re\u00adport' }])).toEqual([{ place, text: 'A report' }])
  })

  test('finds the paragraphs of a Word file under their headings', async () => {
    const body = [
      paragraph('Dear tenant'),
      paragraph('Deposit &amp; rent', 'Heading2'),
      paragraph('Pay &lt;by&gt; Friday'),
    ]
    const text = await textOfFile(
      'a.docx',
      archive({ 'word/document.xml': `<w:body>${body.join('')}</w:body>` }),
    )
    expect(text).toEqual([
      { place: 'Start of the document', text: 'Dear tenant' },
      { place: 'Deposit & rent', text: 'Deposit & rent' },
      { place: 'Deposit & rent', text: 'Pay <by> Friday' },
    ])
  })

  test('separates the words of a Word file at tabs and breaks', async () => {
    const run = '<w:r><w:t>Landlord:</w:t><w:tab/><w:t>Tenant</w:t><w:br/><w:t>Rent</w:t></w:r>'
    const text = await textOfFile('a.docx', archive({ 'word/document.xml': `<w:p>${run}</w:p>` }))
    expect(text).toEqual([{ place: 'Start of the document', text: 'Landlord: Tenant Rent' }])
  })

  test('keeps the text of a paragraph after a text box in it', async () => {
    const box = `<w:r><w:txbxContent>${paragraph('In the box', 'Heading1')}<w:p/></w:txbxContent></w:r>`
    const outer = `<w:p><w:r><w:t>Before, </w:t></w:r>${box}<w:r><w:t>after</w:t></w:r></w:p>`
    const text = await textOfFile(
      'a.docx',
      archive({ 'word/document.xml': `${outer}<w:p/>${paragraph('Next')}` }),
    )
    expect(text.map((passage) => passage.text)).toEqual(['Before, after', 'In the box', 'Next'])
  })

  test('finds the text of a text box once, although Word stores it for older versions too', async () => {
    const choice = (content: string) => `<mc:Choice Requires="wps">${content}</mc:Choice>`
    const fallback = (content: string) => `<mc:Fallback>${content}</mc:Fallback>`
    const box = (...forms: string[]) => `<mc:AlternateContent>${forms.join('')}</mc:AlternateContent>`
    const inner = paragraph('Inner')
    const outer = paragraph('Outer') + box(choice(inner), fallback(inner))
    const boxes = [
      box(choice(outer), fallback(outer)),
      box(choice('<w:drawing/>'), fallback(paragraph('Only older'))),
      box(choice(paragraph(' ', 'Heading1')), fallback(paragraph('Older with text'))),
      box(fallback(paragraph('Without a choice'))),
      '<mc:AlternateContent><mc:Choice Requires="wps"/><mc:Fallback/></mc:AlternateContent>',
    ]
    const xml = `<w:p><w:r><w:t>Before, </w:t></w:r>${boxes.join('')}<w:r><w:t>after</w:t></w:r></w:p>`
    const text = await textOfFile('a.docx', archive({ 'word/document.xml': xml }))
    const found = ['Before, after', 'Outer', 'Inner', 'Only older', 'Older with text', 'Without a choice']
    expect(text.map((passage) => passage.text)).toEqual(found)
  })

  test('separates the words of a PowerPoint file at breaks', async () => {
    const slide = '<a:p><a:r><a:t>Rent</a:t></a:r><a:br/><a:r><a:t>increase</a:t></a:r></a:p>'
    expect(await textOfFile('a.pptx', archive({ 'ppt/slides/slide1.xml': slide }))).toEqual([
      { place: 'Slide 1', text: 'Rent increase' },
    ])
  })

  test('finds the rows of an Excel file by sheet', async () => {
    const text = await textOfFile(
      'a.xlsx',
      archive({
        'xl/workbook.xml': '<sheets><sheet name="Ledger" sheetId="1" r:id="rId1"/></sheets>',
        'xl/_rels/workbook.xml.rels': '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/>',
        'xl/sharedStrings.xml': '<sst><si><t>Rent</t></si><si><t>Paid</t></si></sst>',
        'xl/worksheets/sheet1.xml':
          '<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>due</t></is></c><c><v>950</v></c></row><row><c t="s"><v>1</v></c></row>',
      }),
    )
    expect(text).toEqual([
      { place: 'Sheet Ledger', text: 'Rent due 950' },
      { place: 'Sheet Ledger', text: 'Paid' },
    ])
  })

  test('finds the cells after an empty one, and names each sheet by its relation', async () => {
    const text = await textOfFile(
      'a.xlsx',
      archive({
        'xl/workbook.xml':
          '<sheets><sheet name="Arrears &amp; rent" sheetId="2" r:id="rId9"/><sheet r:id="rId1" name="Ledger" sheetId="1"/></sheets>',
        'xl/_rels/workbook.xml.rels':
          '<Relationship Target="/xl/worksheets/sheet2.xml" Id="rId9"/><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>',
        'xl/sharedStrings.xml': '<sst><si/><si><t>Rent</t></si></sst>',
        'xl/worksheets/sheet1.xml':
          '<row r="1"><c r="A1" s="3"/><c r="B1" s="4" t="s"><v>1</v></c><c r="C1" s="3"/><c r="D1"><v>950</v></c></row>',
        'xl/worksheets/sheet2.xml': '<row r="1"/><row r="2"><c r="A1" t="str"><v>late</v></c></row>',
      }),
    )
    expect(text.filter((passage) => passage.text !== '')).toEqual([
      { place: 'Sheet Ledger', text: 'Rent 950' },
      { place: 'Sheet Arrears & rent', text: 'late' },
    ])
  })

  test('finds the text of each slide of a PowerPoint file in order', async () => {
    const slide = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`
    const names = [10, 2, 1].map((number) => [`ppt/slides/slide${number}.xml`, slide(`Slide ${number}`)])
    const text = await textOfFile('a.pptx', archive(Object.fromEntries(names)))
    expect(text.map((passage) => passage.text)).toEqual(['Slide 1', 'Slide 2', 'Slide 10'])
  })

  test('finds nothing in pictures and in Office files from before 2007', async () => {
    for (const name of ['a.png', 'a.doc']) expect(await textOfFile(name, strToU8('x'))).toEqual([])
  })

  test('resolves no entities, neither of the file nor of another address', async () => {
    const entities = '<!DOCTYPE d [<!ENTITY a "expanded"><!ENTITY b SYSTEM "file:///etc/hostname">]>'
    const xml = `${entities}<w:p><w:r><w:t>Rent &a; &b; &amp; deposit</w:t></w:r></w:p>`
    const [passage] = await textOfFile('a.docx', archive({ 'word/document.xml': xml }))
    expect(passage?.text).toBe('Rent &a; &b; & deposit')
  })

  test.each([
    ['xl/_rels/workbook.xml.rels', '<Relationship '],
    ['xl/workbook.xml', '<sheet '],
    ['xl/sharedStrings.xml', '<si '],
    ['xl/worksheets/sheet1.xml', '<row '],
    ['xl/worksheets/sheet1.xml', '<c><c><c><c>'],
  ])('reads an Excel file whose part %s repeats %j in proportion to its length', async (part, text) => {
    const bytes = archive({ [part]: `<row>${text.repeat(30_000)}</row>` })
    const started = performance.now()
    await textOfFile('a.xlsx', bytes)
    // This takes a fraction of a second. If the time grew with the square of the length, it would take ten seconds or
    // more.
    expect(performance.now() - started).toBeLessThan(5000)
  })

  test('rejects a Word file that repeats contents in too many levels', async () => {
    const nested = '<mc:AlternateContent><mc:Choice>'.repeat(101)
    await expect(textOfFile('a.docx', archive({ 'word/document.xml': nested }))).rejects.toThrow(
      'too many levels',
    )
  })

  test('reads an Excel file whose row repeats a long text a thousand times', async () => {
    const text = await textOfFile(
      'a.xlsx',
      archive({
        'xl/sharedStrings.xml': `<si><t>${'rent '.repeat(200_000)}</t></si>`,
        'xl/worksheets/sheet1.xml': `<row>${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>`,
      }),
    )
    expect(text[0]).toMatchObject({ place: 'Sheet 1', text: expect.stringMatching(/^(?:rent )+rent$/) })
  })

  test('shortens the name of a sheet, which is stored with each of its rows', async () => {
    const name = 'Ledger'.repeat(1000)
    const [row] = await textOfFile(
      'a.xlsx',
      archive({
        'xl/workbook.xml': `<sheet name="${name}" r:id="rId1"/>`,
        'xl/_rels/workbook.xml.rels': '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/>',
        'xl/worksheets/sheet1.xml': '<row><c><v>950</v></c></row>',
      }),
    )
    expect(row).toEqual({ place: `Sheet ${name.slice(0, 100)}`, text: '950' })
  })

  test('rejects archives that unpack to too much, and damaged files', async () => {
    const bomb = archive({ 'word/document.xml': ' '.repeat(21 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(100_000)
    await expect(textOfFile('a.docx', bomb)).rejects.toThrow('too many bytes')
    const sheets = [1, 2, 3].map((number) => [
      `xl/worksheets/sheet${number}.xml`,
      ' '.repeat(15 * 1024 * 1024),
    ])
    await expect(textOfFile('a.xlsx', archive(Object.fromEntries(sheets)))).rejects.toThrow('too many bytes')
    const many = archive(Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`x/${i}`, ''])))
    await expect(textOfFile('a.docx', many)).rejects.toThrow('too many parts')
    for (const name of ['a.docx', 'a.pdf'])
      await expect(textOfFile(name, strToU8('damaged'))).rejects.toThrow(/invalid/i)
  })
})

describe('textOfFile of a Word file', () => {
  test('decodes characters that a file states by their numbers', async () => {
    const xml = paragraph('The tenant&#8217;s &#x20AC;50 &#x110000;fee')
    const [passage] = await textOfFile('a.docx', archive({ 'word/document.xml': xml }))
    expect(passage?.text).toBe('The tenant’s €50 fee')
  })

  test('keeps the heading above an empty one', async () => {
    const xml = [paragraph('Deposits', 'Heading1'), paragraph(' ', 'Heading2'), paragraph('Pay')].join('')
    expect(await textOfFile('a.docx', archive({ 'word/document.xml': xml }))).toEqual([
      { place: 'Deposits', text: 'Deposits' },
      { place: 'Deposits', text: 'Pay' },
    ])
  })

  test('reads a Word file with large pictures, of which it needs nothing', async () => {
    const pictures = { 'word/media/1.bmp': ' '.repeat(21 * 1024 * 1024) }
    const parts = { ...pictures, 'word/document.xml': paragraph('Rent') }
    expect(await textOfFile('a.docx', archive(parts))).toMatchObject([{ text: 'Rent' }])
  })
})

test('boundPassages splits long passages and keeps the first 120,000 characters of English', () => {
  const passages = boundPassages([{ place: 'Page 1', text: 'word '.repeat(50_000) }])
  expect(Math.max(...passages.map(({ text }) => text.length))).toBeLessThanOrEqual(700)
  const characters = passages.reduce((sum, { text }) => sum + text.length, 0)
  expect(characters).toBeGreaterThan(119_000)
  expect(characters).toBeLessThanOrEqual(120_000)
})
