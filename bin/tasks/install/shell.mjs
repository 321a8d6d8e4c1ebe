import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter } from 'node:path'

/** Runs a command and returns its output, or undefined when it fails or does not exist. */
export const outputOf = (command, args, env = process.env) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env })
  return status === 0 ? `${stdout}${stderr}` : undefined
}

/**
 * Runs a command with its output in this terminal, on the standard error: the standard output belongs to the task, and
 * may be stored in a file.
 *
 * @returns whether it succeeded
 */
export const succeeds = (command, args, options = {}) =>
  spawnSync(command, args, {
    stdio: ['ignore', process.stderr, 'inherit'],
    // On Windows npm and npx are scripts, which only a shell can run.
    shell: process.platform === 'win32',
    ...options,
  }).status === 0

export const say = (line) => console.error(`• ${line}`)

export const isRoot = () => process.getuid?.() === 0

/** Returns whether apt is available: Debian, Ubuntu and their derivatives. */
export const hasApt = () => process.platform === 'linux' && existsSync('/usr/bin/apt-get')

/** Installs the first of these packages that apt offers. Requires root. */
export const aptInstall = (...alternatives) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) => succeeds('apt-get', ['-qq', ...args], { env })
  if (!apt('update')) return false
  return alternatives.some((name) => apt('install', '-y', '--no-install-recommends', name))
}

/** Puts `folder` first on the path in `env`. On Windows the variable is called `Path`. */
export const putOnPath = (env, folder) => {
  const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  env[name] = env[name] ? `${folder}${delimiter}${env[name]}` : folder
}
