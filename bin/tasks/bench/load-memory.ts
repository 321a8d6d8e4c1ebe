import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Returns the resident memory of a process and all that it started, in MB. */
export const residentMegabytes = async (pid: number): Promise<number> => {
  const { stdout } = await execute('ps', ['-axo', 'pid=,ppid=,rss='])
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const family = new Set([pid])
  let size = 0
  while (size < family.size) {
    size = family.size
    for (const [id = 0, parent = 0] of processes) if (family.has(parent)) family.add(id)
  }
  return (
    processes.reduce((sum, [id = 0, , kilobytes = 0]) => sum + (family.has(id) ? kilobytes : 0), 0) / 1000
  )
}
