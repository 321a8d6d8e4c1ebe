import type { Command } from './options.ts'

const options: Readonly<Record<Command, readonly string[]>> = {
  synth: ['--quiet'],
  diff: [],
  // The log group of a removed function is kept for its logs. If the function is added again, it takes over the log
  // group.
  deploy: ['--import-existing-resources'],
  destroy: [],
}

/** Returns the options of CDK that every run of a command needs. */
export const optionsOf = (command: Command): readonly string[] => options[command]
