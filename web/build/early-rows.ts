import { build } from 'vite'
import { earlyRowsConfig } from './vite.config.ts'

/**
 * Bundles the script that shows the first rows of the library. It needs the class names of the app, so Vite builds it.
 */
export const bundleEarlyRows = async (origin: string): Promise<string> => {
  const result = await build(earlyRowsConfig(origin))
  const script = 'output' in result ? result.output.find(({ type }) => type === 'chunk') : undefined
  if (script?.type !== 'chunk') throw new Error('Vite wrote no script for the first rows')
  return script.code
}
