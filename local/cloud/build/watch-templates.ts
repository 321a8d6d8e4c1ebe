import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { foldersReadByCdk, isReadByCdk, loadTemplates } from './assembly.ts'
import { projectRoot } from './hash.ts'
import { debounced, watchFolders, type Stop } from './watch.ts'

const program = fileURLToPath(new URL('synthesize.ts', import.meta.url))

/**
 * Delay after a change, in milliseconds. It is longer than for pages and functions, which would otherwise wait for the
 * synthesis, a matter of seconds.
 */
const pauseMs = 500

/** The templates after a change of their sources. */
export type TemplateChange =
  | { readonly kind: 'synthesized'; readonly templates: string }
  | { readonly kind: 'failed'; readonly message: string }

/** Synthesizes the templates in a separate process, because this process has already loaded the old sources. */
export const synthesizeAgain = async (
  run: () => Promise<unknown> = () =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', program], { cwd: projectRoot }),
  load: () => Promise<string> = loadTemplates,
): Promise<TemplateChange> => {
  try {
    await run()
  } catch (error) {
    // The output of the process explains the failure, for example an error in a stack or in the permissions of a
    // function.
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    return { kind: 'failed', message: output }
  }
  return { kind: 'synthesized', templates: await load() }
}

/** Synthesizes the templates after each change of a source that CDK reads. `onChange` must not throw. */
export const watchTemplates = (onChange: (change: TemplateChange) => void): Stop => {
  let last: Promise<void> = Promise.resolve()
  const report = async () => onChange(await synthesizeAgain())
  const changed = debounced(pauseMs, () => {
    last = last.then(report)
  })
  return watchFolders(foldersReadByCdk, (path) => {
    if (isReadByCdk(`/${path}`)) changed()
  })
}
