import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { foldersReadByCdk, isReadByCdk, loadTemplates } from './assembly.ts'
import { projectRoot } from './hash.ts'
import { debounced, watchFolders, type Stop } from './watch.ts'

const program = fileURLToPath(new URL('synthesize.ts', import.meta.url))

/** Longer than for pages and functions: synthesizing takes seconds and would delay them. */
const pauseMs = 500

/** The templates after a change of their sources. */
export type TemplateChange =
  | { readonly kind: 'synthesized'; readonly templates: string }
  | { readonly kind: 'failed'; readonly message: string }

/** Synthesizes the templates in a process of its own, because this one has loaded the sources as they were. */
export const synthesizeAgain = async (
  run: () => Promise<unknown> = () =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', program], { cwd: projectRoot }),
  load: () => Promise<string> = loadTemplates,
): Promise<TemplateChange> => {
  try {
    await run()
  } catch (error) {
    // The output of the process explains why: a stack or the permissions of a function are wrong.
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
