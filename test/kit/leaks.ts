/** Values that identify the people of the tests, as `given` and `aSignUp` create them. */
const seeded = [
  'Nadia',
  'Oyelaran',
  'Harbour Lettings',
  'Sample Lettings',
  'Example Row',
  'Sampleton',
  'ZZ1 1ZZ',
  'Lantern-',
  // The end of the secrets that the local cloud shares with its emulators.
  '_local_emulator',
]

/** Personal data and secrets by their form. */
const patterns: readonly (readonly [string, RegExp])[] = [
  ['an email address', /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i],
  ['a session token', /\beyJ[\w-]{8,}\.[\w-]{8,}/],
  ['a Stripe key', /\b(?:[sr]k_(?:test|live)_|whsec_)\w{6,}/],
  // A session id gives access to a guest's pass for a day. The logger shortens it.
  ['a Checkout Session id', /cs_(?:test|live)_\w/],
  // 256 bits or more: tokens of links, guest keys, refresh tokens. Names with dashes can be as long, but have no mixture
  // of characters.
  ['a token', /(?<![\w-])(?=[\w-]{0,42}[A-Z])(?=[\w-]{0,42}[a-z])(?=[\w-]{0,42}\d)[\w-]{43}/],
  // 192 bits, as the local cloud generates secrets. Hashes have other lengths.
  ['a generated secret', /(?<![\w-])[0-9a-f]{48}(?![\w-])/],
]

/** Returns the kinds of personal data and secrets in a line of a log. `values` are further ones to search for. */
export const leaksIn = (line: string, values: readonly string[] = []): string[] => [
  ...patterns.flatMap(([kind, pattern]) => (pattern.test(line) ? [kind] : [])),
  ...[...seeded, ...values].filter((value) => line.includes(value)),
]
