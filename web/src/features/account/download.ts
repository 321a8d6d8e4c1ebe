import { exportFileName } from '../../../../shared/rules/export-file.ts'
import type { CallAnswer } from '../../lib/call.ts'

/** Keeps somebody's data as a file of the browser's downloads, named after the day it was made. */
export const keepAsFile = (data: CallAnswer<'export-account-data'>): void => {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = exportFileName(new Date(data.manifest.made_at))
  link.click()
  URL.revokeObjectURL(address)
}
