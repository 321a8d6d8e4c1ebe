import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Features that Safari 16.4, Firefox 115 or Chrome 111 do not have. The build translates syntax, but not these. */
const newer = [
  /\bAbortSignal\.any\(/,
  /\bURL\.(?:canParse|parse)\(/,
  // The number of parameters of a URLSearchParams.
  /\b(?:query|search|params|searchParams)\.size\b/,
  /\b(?:Object|Map)\.groupBy\(/,
  /\bArray\.fromAsync\(/,
  /\bPromise\.(?:withResolvers|try)\(/,
  /\bIterator\.from\(/,
  /\.(?:keys|values|entries)\(\)\s*\.(?:map|filter|some|every|find|take|drop|toArray)\(/,
  /(?<!\bz)\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\.(?:isWellFormed|toWellFormed|getOrInsert)\(/,
  /\.(?:showPopover|togglePopover|startViewTransition|moveBefore)\(/,
  /\bscheduler\./,
  /\bRegExp\.escape\(/,
  /\bUint8Array\.from(?:Base64|Hex)\(/,
]

/** CSS that Firefox 115 to 120, Safari 16.4 or Chrome 111 do not have. They drop the whole rule or declaration. */
const newerStyles = [
  /:has\(/,
  /\blight-dark\(/,
  /@scope\b/,
  /\banchor(?:-size)?\(/,
  /\b(?:anchor-name|position-anchor|position-area|position-try)\b/,
  /\dr?lh\b/,
]

/**
 * Selectors and declarations that the pages work without: they hide parts that are still arriving, reserve room for them,
 * or only decorate.
 */
const decorative: Readonly<Record<string, readonly string[]>> = {
  'features/chat/chat.module.css': [
    '.banners:has(li)',
    '.banners:not(:has(li))',
    '.sessionBar:has([data-bar])',
    'html[data-session] .page:has(.checking) .aside,',
    'html[data-pass] .page:has(.checking) .aside',
    'min-block-size: 2lh;',
  ],
  'features/site/chrome/header.module.css': ['.header:not(:has(~ *))'],
  'features/site/chrome/cookie-banner.module.css': ['.banner:not(:has(.close > *))'],
  'features/site/embed.module.css': ['.poster:not(:has(~ *))', '.caption:not(:has(.note:not(:empty)))'],
  'features/site/home/pricing-block.module.css': ['.offers:not(:has(~ *))', 'min-block-size: 2lh;'],
  'features/site/pages/pages.module.css': ['.cards > li:has(> section)'],
  'features/subscriptions/subscriptions.module.css': ['min-block-size: 2lh;'],
  'ui/choice.module.css': ['.card:has(input:checked)', '.card:has(input:disabled)'],
  'ui/plain-toast.module.css': [":global(html:has([role='dialog'])) .toast"],
  'ui/toast.module.css': [
    ":global(html:has([role='dialog'])) .viewport",
    ':global(body:has([data-variant], [data-sonner-toast]))',
  ],
}

/** Removes comments and the blocks that only browsers with `:has()` apply, indented as the formatter does. */
const withoutSupported = (css: string): string =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^( *)@supports selector\(:has\(\*\)\) \{\n[\s\S]*?\n\1\}$/gm, '')

const sourcesOf = async (folder: string, name = /\.tsx?$/): Promise<string[]> =>
  (await readdir(join(root, folder), { recursive: true }))
    .filter((file) => name.test(file) && !file.includes('.test.'))
    .map((file) => join(folder, file))

test('the pages use no feature that the oldest supported browsers lack', async () => {
  const files = (await Promise.all(['web/src', 'shared'].map((folder) => sourcesOf(folder)))).flat()
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8')
      return newer.filter((feature) => feature.test(text)).map((feature) => `${file}: ${feature.source}`)
    }),
  )
  expect(found.flat()).toEqual([])
})

test('the styles work without the selectors and values that the oldest supported browsers lack', async () => {
  const found = await Promise.all(
    (await sourcesOf('web/src', /\.css$/)).map(async (file) => {
      const allowed = decorative[file.replace('web/src/', '')] ?? []
      const lines = withoutSupported(await readFile(join(root, file), 'utf8')).split('\n')
      return lines
        .map((line) => line.trim().replace(/ \{$/, ''))
        .filter((line) => newerStyles.some((feature) => feature.test(line)) && !allowed.includes(line))
        .map((line) => `${file}: ${line}`)
    }),
  )
  expect(found.flat()).toEqual([])
})

test('the focus outline of an input is hidden only where :has() draws it around the card', async () => {
  const files = await sourcesOf('web/src', /\.css$/)
  const styles = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')))
  const hidden = /input:focus-visible \{\s*outline: none/g
  expect(styles.flatMap((css) => withoutSupported(css).match(hidden) ?? [])).toEqual([])
})
