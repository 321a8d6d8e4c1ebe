import type { ChildProcess } from 'node:child_process'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ends a child process when this process ends. A signal would otherwise end only this one and leave the child running. */
export const endWithProcess = (child: ChildProcess): void => {
  const endChild = () => void child.kill()
  const exit = () => process.exit(1)
  process.on('exit', endChild)
  for (const signal of signals) process.on(signal, exit)
  child.once('exit', () => {
    process.off('exit', endChild)
    for (const signal of signals) process.off(signal, exit)
  })
}
