/**
 * Runs inside a worker thread. Loads one function's bundle and handles one invocation at a time, like the
 * Lambda runtime. worker-file.ts bundles it to plain JavaScript, so that the thread needs no TypeScript
 * loader.
 */
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { FunctionError, Invocation, WorkerReply, WorkerSetup } from './messages.ts'
import { installShiftedDate } from './shifted-date.ts'

type Handler = (event: unknown, context: object) => unknown

const setup: WorkerSetup = workerData
const port = parentPort
if (!port) throw new Error('local/emulator/lambda/worker.ts runs only in a worker thread')

const offsetMs = new Float64Array(setup.clock)
const realNow = Date.now.bind(Date)
installShiftedDate(() => offsetMs[0] ?? 0)

const reply = (message: WorkerReply) => port.postMessage(message)

const describe = (thrown: unknown): FunctionError =>
  thrown instanceof Error
    ? { errorType: thrown.name, errorMessage: thrown.message, trace: (thrown.stack ?? '').split('\n') }
    : { errorType: 'Error', errorMessage: String(thrown) }

/**
 * Creates the context object of the Node.js runtime:
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html
 */
const contextFor = (invocation: Invocation) => {
  const endsAt = realNow() + invocation.timeoutMs
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: invocation.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: invocation.functionArn,
    memoryLimitInMB: String(invocation.memoryMb),
    awsRequestId: invocation.requestId,
    logGroupName: `/aws/lambda/${invocation.functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, endsAt - realNow()),
  }
}

const loadHandler = async (): Promise<Handler> => {
  const module: Record<string, unknown> = await import(pathToFileURL(setup.bundle).href)
  const exported = module[setup.handler] ?? (module['default'] as Record<string, unknown>)?.[setup.handler]
  if (typeof exported !== 'function') {
    const error = new Error(`${setup.bundle} exports no function "${setup.handler}"`)
    error.name = 'Runtime.HandlerNotFound'
    throw error
  }
  return exported as Handler
}

const invokeHandler = async (handler: Handler, invocation: Invocation) => {
  try {
    const result = await handler(invocation.event, contextFor(invocation))
    reply({ kind: 'done', payload: JSON.stringify(result) })
  } catch (thrown) {
    const error = describe(thrown)
    // Lambda writes an unhandled error to the function's log before it reports it.
    console.error(`ERROR\tInvoke Error\t${JSON.stringify(error)}`)
    reply({ kind: 'failed', error })
  }
}

try {
  const handler = await loadHandler()
  port.on('message', (invocation: Invocation) => void invokeHandler(handler, invocation))
  reply({ kind: 'ready' })
} catch (thrown) {
  reply({ kind: 'initFailed', error: describe(thrown) })
}
