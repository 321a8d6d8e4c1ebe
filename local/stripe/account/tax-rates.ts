import type { Account } from './account.ts'
import { invalid, noSuch } from './errors.ts'
import type { TaxRate } from './objects.ts'

/** Finds the active tax rates that a parameter names. */
export const taxRatesParam = (
  account: Account,
  ids: readonly string[] | undefined,
  param: string,
): TaxRate[] =>
  (ids ?? []).map((id) => {
    const rate = account.taxRates.get(id)
    if (!rate) throw noSuch('tax rate', id, param)
    if (!rate.active) throw invalid(`The tax rate ${id} is archived and cannot be applied.`, param)
    return structuredClone(rate)
  })
