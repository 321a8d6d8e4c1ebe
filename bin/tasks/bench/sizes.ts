import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleFunctions } from '#lib/bundle-functions.ts'
import { functions } from '#lib/functions.ts'
import { bundleBudgetOf } from './bundle-budgets.ts'
import type { Figure } from './table.ts'

/** Returns the size of the largest minified bundle of each budget, in thousands of bytes. */
export const bundleFigures = async (): Promise<Figure[]> => {
  const outdir = mkdtempSync(join(tmpdir(), 'bundles-'))
  await bundleFunctions({ outdir })
  const largest = new Map<number, Figure>()
  for (const definition of functions) {
    const budget = bundleBudgetOf(definition)
    const value = statSync(join(outdir, definition.name, 'index.mjs')).size / 1000
    if (value > (largest.get(budget)?.value ?? 0))
      largest.set(budget, { what: `bundle of ${definition.name}, the largest`, value, budget, unit: 'KB' })
  }
  rmSync(outdir, { recursive: true })
  return [...largest.values()].toSorted((a, b) => a.budget - b.budget)
}
