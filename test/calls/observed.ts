import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { memoryClient } from '#test/kit/in-memory/memory-client.ts'
import { MemoryDynamoDb } from '#test/kit/in-memory/memory-dynamodb.ts'

/** The database of every handler in this process. */
export const database = new MemoryDynamoDb()

interface Call {
  readonly service: 'table' | 'pool' | 'stripe' | 'secret'
  readonly action: string
  readonly input: unknown
}

let calls: Call[] = []
let rounds = 0
let waiting: (() => void)[] = []

/**
 * Resolves when all calls that were started together have a response, so that consecutive calls make several rounds.
 */
const round = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.length === 0) {
      rounds += 1
      setImmediate(() => {
        const answered = waiting
        waiting = []
        for (const answer of answered) answer()
      })
    }
    waiting.push(resolve)
  })

/** Records a call, and responds to it together with all calls that were started at the same time. */
export const record = async <Result>(call: Call, run: () => Promise<Result>): Promise<Result> => {
  calls.push(call)
  await round()
  return run()
}

const inner = memoryClient(database)

/** The client of every table in this process. */
export const recordingClient: DynamoDBDocumentClient = Object.assign(memoryClient(database), {
  send: (command: Parameters<typeof inner.send>[0]): Promise<unknown> =>
    record({ service: 'table', action: command.constructor.name, input: command.input }, () =>
      inner.send(command),
    ),
})

const isRead = ({ action }: Call) => ['GetCommand', 'BatchGetCommand', 'QueryCommand'].includes(action)

/** Returns the write units of a call. A transaction uses two for each of its items. */
const writeUnitsOf = ({ action, input }: Call): number => {
  if (action !== 'TransactWriteCommand') return 1
  const { TransactItems = [] } = input as { TransactItems?: readonly object[] }
  return 2 * TransactItems.length
}

/** Runs a request and returns the calls that it made. */
export const observe = async (run: () => Promise<unknown>) => {
  calls = []
  rounds = 0
  await run()
  const callsTo = (service: Call['service']) => calls.filter((call) => call.service === service)
  const ofTable = callsTo('table')
  const reads = ofTable.filter(isRead)
  const texts = reads.map(({ action, input }) => `${action} ${JSON.stringify(input)}`)
  return {
    counts: {
      reads: reads.length,
      writes: ofTable.length - reads.length,
      writeUnits: ofTable.filter((call) => !isRead(call)).reduce((sum, call) => sum + writeUnitsOf(call), 0),
      pool: callsTo('pool').length,
      ...(callsTo('stripe').length > 0 ? { stripe: callsTo('stripe').length } : {}),
      rounds,
    },
    /** Reads that were made more than once. */
    repeated: texts.filter((text, at) => texts.indexOf(text) !== at),
    /** Reads of the caller's access. */
    accessReads: texts.filter((text) => text.startsWith('QueryCommand') && text.includes('"access#"')).length,
  }
}
