import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#lib/bundle-functions.ts'

export interface PythonProgram {
  readonly name: string
  /** The command that it installs. */
  readonly command: string
  readonly version: string
  /** Packages with their exact versions. */
  readonly packages: readonly string[]
  /** Added to messages when Python is missing: another way to get the program. */
  readonly otherwise?: string
}

const succeeds = (command: string, args: readonly string[]): boolean => {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return error === undefined && status === 0
}

/**
 * Installs a Python program in a virtual environment of its own, once. Returns the path of its command.
 *
 * @param python the interpreter that creates the environment
 * @throws Error in one line if Python or the package index is missing
 */
export const installPythonProgram = (program: PythonProgram, python = 'python3'): string => {
  const { name, command, version, packages, otherwise } = program
  const folder = join(projectRoot, '.cache', `${command}-${version}`)
  const marker = join(folder, 'installed')
  if (!existsSync(marker)) {
    console.log(`Installing ${name} ${version} (about a minute, once)`)
    rmSync(folder, { recursive: true, force: true })
    if (!succeeds(python, ['-m', 'venv', folder]))
      throw new Error(
        `Nothing was tested: ${name} needs Python 3 with venv. Install python3-venv${otherwise ?? ''}.`,
      )
    if (!succeeds(join(folder, 'bin', 'pip'), ['install', '--quiet', ...packages]))
      throw new Error(`Nothing was tested: ${name} ${version} could not be installed from PyPI.`)
    // An interrupted installation has no marker, and is repeated.
    writeFileSync(marker, '')
  }
  return join(folder, 'bin', command)
}
