import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { aptInstall, hasApt, isRoot, outputOf, putOnPath, say } from './shell.mjs'

/** DynamoDB Local requires it. */
const oldestJava = 17

/** `openjdk version "17.0.15"` → 17; `java version "1.8.0_292"` → 1, which is too old. */
const versionOf = (command) => {
  const major = /version "(\d+)/.exec(outputOf(command, ['-version']) ?? '')?.[1]
  return major === undefined ? undefined : Number(major)
}

/** Returns places of Java outside the path. Homebrew does not link its own Java. */
const otherPlaces = () =>
  [
    process.env.JAVA_HOME,
    '/opt/homebrew/opt/openjdk',
    '/opt/homebrew/opt/openjdk@17',
    '/usr/local/opt/openjdk',
    '/usr/local/opt/openjdk@17',
  ]
    .filter((home) => home !== undefined)
    .map((home) => join(home, 'bin'))

const findJava = (env) => {
  if ((versionOf('java') ?? 0) >= oldestJava) return true
  const folder = otherPlaces().find(
    (bin) =>
      existsSync(join(bin, process.platform === 'win32' ? 'java.exe' : 'java')) &&
      (versionOf(join(bin, 'java')) ?? 0) >= oldestJava,
  )
  if (folder === undefined) return false
  putOnPath(env, folder)
  return true
}

const instruction = () => {
  if (process.platform === 'darwin') return 'brew install openjdk@17'
  if (process.platform === 'win32') return 'winget install EclipseAdoptium.Temurin.17.JRE'
  if (hasApt()) return 'sudo apt-get update && sudo apt-get install -y openjdk-17-jre-headless'
  if (existsSync('/etc/fedora-release')) return 'sudo dnf install -y java-latest-openjdk-headless'
  return undefined
}

/**
 * Makes sure that `java` in `env` is new enough for DynamoDB Local. Installs it on Debian as root, as in a
 * container. Elsewhere, throws an error with the command that installs it.
 */
export const ensureJava = (env) => {
  if (findJava(env)) return
  if (hasApt() && isRoot()) {
    say('Installing Java 17 for DynamoDB Local')
    if (aptInstall('openjdk-17-jre-headless', 'default-jre-headless') && findJava(env)) return
  }
  const command = instruction()
  throw new Error(
    `DynamoDB Local requires Java ${oldestJava} or newer. ` +
      (command === undefined ? 'See https://adoptium.net.' : `Please run: ${command}`),
  )
}
