import type { MemoryFiles } from './memory-files.ts'

/** Returns the functions on files that the completion of an upload calls, with files in memory. */
export const uploadFunctions = ({
  inspect,
  release,
  remove: discard,
  write,
}: Pick<MemoryFiles, 'inspect' | 'release' | 'remove' | 'write'>) => ({ inspect, release, discard, write })
