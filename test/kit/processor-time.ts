/**
 * Returns the processor time that `run` takes, in milliseconds. Unlike elapsed time, other processes hardly change it.
 */
export const processorTimeOf = (run: () => void): number => {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
