import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const engineNames = ['firefox', 'webkit'] as const
export type EngineName = (typeof engineNames)[number]

export interface Engine {
  readonly name: EngineName
  /** Programs that it needs, and their paths on this machine. */
  readonly programs: Readonly<Record<string, string | undefined>>
  readonly installation: string
}

const starts = (path: string, option: string): boolean =>
  existsSync(path) && spawnSync(path, [option], { stdio: 'ignore' }).status === 0

const firstThatStarts = (paths: readonly string[], option = '--version'): string | undefined =>
  paths.find((path) => starts(path, option))

/** WebKitGTK's own small browser is in a folder whose name depends on the version: `webkit2gtk-4.1`. */
const miniBrowsers = (): string[] =>
  ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib64', '/usr/lib']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.startsWith('webkit2gtk-') || name.startsWith('webkitgtk-'))
        .map((name) => join(folder, name, 'MiniBrowser')),
    )

/** Finds the engines' programs on this machine. A program that is missing has no path. */
export const findEngines = (): readonly Engine[] => [
  {
    name: 'firefox',
    programs: {
      Firefox: firstThatStarts([
        process.env.FIREFOX_PATH ?? '',
        '/usr/bin/firefox-esr',
        '/usr/bin/firefox',
        '/Applications/Firefox.app/Contents/MacOS/firefox',
      ]),
    },
    installation: 'apt-get install firefox-esr, or set FIREFOX_PATH',
  },
  {
    name: 'webkit',
    programs: {
      // These two programs have no `--version`.
      WebKitWebDriver: firstThatStarts(['/usr/bin/WebKitWebDriver'], '--help'),
      Xvfb: firstThatStarts(['/usr/bin/Xvfb'], '-help'),
      MiniBrowser: miniBrowsers().find((path) => existsSync(path)),
    },
    installation: 'apt-get install webkit2gtk-driver xvfb (Debian, Ubuntu)',
  },
]
