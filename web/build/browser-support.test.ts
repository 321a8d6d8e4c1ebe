import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Features that Safari 16.4, Firefox 115 or Chrome 111 do not have. The build translates syntax, but not these. */
const newer = [
  /\bAbortSignal\.any\(/,
  /\bURL\.(?:canParse|parse)\(/,
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

const sourcesOf = async (folder: string): Promise<string[]> =>
  (await readdir(join(root, folder), { recursive: true }))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => join(folder, file))

test('the pages use no feature that the oldest supported browsers lack', async () => {
  const files = (await Promise.all(['web/src', 'shared'].map(sourcesOf))).flat()
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(root, file), 'utf8')
      return newer.filter((feature) => feature.test(text)).map((feature) => `${file}: ${feature.source}`)
    }),
  )
  expect(found.flat()).toEqual([])
})
