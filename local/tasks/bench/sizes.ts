import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { bundleFunctions } from '../../../lib/bundle-functions.ts'
import { functions } from '../../../lib/functions.ts'
import type { FunctionDefinition } from '../../../services/platform/function.ts'

export interface Size {
  readonly name: string
  readonly kilobytes: number
}

/**
 * Sizes of the minified bundles, in thousands of bytes: the largest that has the SDK of the table or of the
 * user pool only, and the largest that has Stripe's or S3's beside it.
 */
export const functionSizes = async (): Promise<{ plain: Size; withMore: Size }> => {
  const outdir = mkdtempSync(join(tmpdir(), 'bundles-'))
  await bundleFunctions({ outdir })
  const sizeOf = (name: string) => statSync(join(outdir, name, 'index.mjs')).size / 1000
  const hasMore = ({ needs }: FunctionDefinition) =>
    needs.stripe !== undefined || needs.files !== undefined || needs.quarantine !== undefined
  const largest = (wanted: boolean) =>
    functions
      .filter((definition) => hasMore(definition) === wanted)
      .map(({ name }) => ({ name, kilobytes: sizeOf(name) }))
      .reduce((a, b) => (b.kilobytes > a.kilobytes ? b : a), { name: 'none', kilobytes: 0 })
  const sizes = { plain: largest(false), withMore: largest(true) }
  if (readdirSync(outdir).length === 0) throw new Error('No function was bundled')
  rmSync(outdir, { recursive: true })
  return sizes
}

export interface PageLoad {
  readonly kibibytes: number
  readonly scriptKibibytes: number
  readonly requests: number
}

/** Loads pages in a browser with an empty cache and adds up what came over the wire before any touch. */
export const pageLoads = async (addresses: readonly string[]): Promise<PageLoad[]> => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const loads: PageLoad[] = []
  for (const address of addresses) {
    const page = await browser.newPage()
    const finished: Promise<{ bytes: number; isScript: boolean }>[] = []
    page.on('requestfinished', (request) =>
      finished.push(
        request.sizes().then(({ responseBodySize, responseHeadersSize }) => ({
          bytes: responseBodySize + responseHeadersSize,
          isScript: request.resourceType() === 'script',
        })),
      ),
    )
    await page.goto(address, { waitUntil: 'networkidle' })
    const all = await Promise.all(finished)
    const sum = (some: typeof all) => some.reduce((total, { bytes }) => total + bytes, 0) / 1024
    loads.push({
      kibibytes: sum(all),
      scriptKibibytes: sum(all.filter(({ isScript }) => isScript)),
      requests: all.length,
    })
    await page.close()
  }
  await browser.close()
  return loads
}
