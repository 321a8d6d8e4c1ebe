import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleFunctions } from '#lib/bundle-functions.ts'
import { functions } from '#lib/functions.ts'
import type { FunctionDefinition } from '#platform/function.ts'

export interface Size {
  readonly name: string
  readonly kilobytes: number
}

/**
 * Returns the sizes of minified bundles in thousands of bytes: the largest that calls only the table and the user pool,
 * and the largest that contains an SDK of Stripe, S3 or SES or the library that verifies passkeys.
 */
export const functionSizes = async (): Promise<{ plain: Size; withMore: Size }> => {
  const outdir = mkdtempSync(join(tmpdir(), 'bundles-'))
  await bundleFunctions({ outdir })
  const sizeOf = (name: string) => statSync(join(outdir, name, 'index.mjs')).size / 1000
  const hasMore = ({ permissions }: FunctionDefinition) =>
    permissions.stripe !== undefined ||
    permissions.files !== undefined ||
    permissions.quarantine !== undefined ||
    permissions.email !== undefined ||
    permissions.passkeys !== undefined
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
