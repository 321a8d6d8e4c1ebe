import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
