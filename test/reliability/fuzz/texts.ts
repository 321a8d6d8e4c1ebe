import fc from 'fast-check'

/** Text by the class of characters that rules and stores get wrong. */
const classes: Readonly<Record<string, readonly string[]>> = {
  empty: ['', ' ', '\u00a0', '\u3000', '\t\n'],
  control: ['\u0000', 'a\u0000b', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'Subject\r\nBcc: a@b.example'],
  lineSeparators: ['a\u2028b', 'a\u2029b'],
  bidirectional: ['\u202egpj.exe', 'a\u2066b\u2069', '\u200fabc', '\u061c'],
  loneSurrogates: ['\ud800', 'a\udfff', '\udc00\ud800', '\ud83d'],
  zeroWidth: ['\u200b', 'Na\u200bdia', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f', '\u3164', '\uffa0'],
  decomposed: ['Zoe\u0308', 'cafe\u0301', '\u1112\u1161\u11ab', 'o\u0328\u0301\u0323'],
  compatibility: ['\ufb01le', '\u212b', '\u2460', '\uff21'],
  astral: ['😀', '👩\u200d👩\u200d👧', '𠮷', '\u{e0041}', '\u{10ffff}'],
  combining: [`e${'\u0301'.repeat(60)}`, '\u0301'],
  noncharacters: ['\ufffe', '\uffff', '\ufffd'],
  markup: ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '{{7*7}}', '${jndi:x}'],
  formulas: ['=1+1', '@SUM(A1)', "' OR 1=1--", '" or ""="', '$gt', '*)(uid=*'],
  paths: ['../../etc/passwd', 'a.exe%00.pdf', '..\\..\\x', '/%2e%2e/', 'library/guides_1_%00.pdf'],
  keys: ['user#1', 'library#title', '__proto__', 'constructor', 'toString'],
  numbers: ['NaN', '-0', '1e309', '0x10', '١٢٣', '9007199254740993'],
  dates: ['2027-02-30', '0000-00-00', '+275760-09-13', '2027-03-28T01:30:00', 'T'],
  urls: ['javascript:alert(1)', '//example.com', 'http://[::1', 'https://user:pass@x.example', 'data:,x'],
  emails: [
    'a@b',
    'a@@b.example',
    '"a b"@c.example',
    'ä@b.example',
    'a@b.example\u0000',
    'a@b.example, c@d.example',
  ],
}

/** Any character. `fc.string` prepares a table of all of them, which takes over a second. */
const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))

export const hostileText = fc.oneof(
  fc.constantFrom(...Object.values(classes).flat()),
  fc.array(anyCharacter, { maxLength: 40 }).map((characters) => characters.join('')),
  fc.constantFrom(199, 200, 201, 255, 1001, 5001, 20_000).map((length) => 'x'.repeat(length)),
)

/** Text that rules usually accept. */
export const plainText = fc.constantFrom(
  'Nadia',
  'Harbour Lettings (sample)',
  'nadia@people.example',
  'How long is the notice period?',
  'ZZ1 1ZZ',
  '2027-03-01',
  'cs_test_sample',
  'library/guides_1_Gas safety.pdf',
  'a'.repeat(43),
)
