import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { browsers } from './browsers.ts'

const entry = fileURLToPath(new URL('../src/app/live-door.ts', import.meta.url))

// The policy of a running local cloud changes only with a restart, so the script must not change earlier.
let cached: string | undefined

/**
 * Returns the inline script that shows, before the first paint, whether advisers are in. It is bundled from the rules
 * of the opening hours. The content security policy allows it by the hash of exactly these characters, so the pages and
 * the policy both take it from here.
 */
export const liveDoor = (): string => (cached ??= bundle())

const bundle = (): string => {
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: browsers,
    charset: 'utf8',
    // Chromium then compiles all functions at once. All of them run before the first paint.
    banner: { js: '//# allFunctionsCalledOnLoad' },
    write: false,
  })
  const text = outputFiles[0]?.text.trim()
  if (text === undefined) throw new Error('esbuild wrote no script for the live door')
  // An end tag inside the script would end it. JavaScript reads the escaped form as the same text.
  return text.replaceAll('</', String.raw`<\/`)
}
