import type { World } from './world.ts'

/** Interrupts a request before one of its calls. */
interface Interruption {
  /** The number of calls that the request makes before the interruption. */
  readonly after: number
  /** Called before the call takes effect, which waits for it. What it throws fails the call. */
  readonly run: () => Promise<void>
}

/**
 * Runs a request, and something else (`run`) before one of its calls to the table or to Stripe. The request has then
 * read data that `run` changes. The calls of `run` itself are not interrupted.
 *
 * @returns the result of the request, and whether it made so many calls
 */
export const runAtCall = async <Result>(
  { database, stripeEmulator }: World,
  { after, run }: Interruption,
  request: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly isInTime: boolean }> => {
  const [runInTable, callStripe] = [database.run, stripeEmulator.call]
  let calls = 0
  const interrupt = async () => {
    calls += 1
    if (calls !== after + 1) return
    restore()
    await run()
  }
  const restore = () => {
    database.run = runInTable
    stripeEmulator.call = callStripe
  }
  database.run = async (...call) => {
    await interrupt()
    return runInTable.apply(database, call)
  }
  stripeEmulator.call = async (...call) => {
    await interrupt()
    return callStripe.apply(stripeEmulator, call)
  }
  try {
    const result = await request()
    return { result, isInTime: calls > after }
  } finally {
    restore()
  }
}
