import { Agent, request as httpRequest } from 'node:http'
import * as z from 'zod'
import { getProfile } from '#shared/contract/identity.ts'
import { listLibraryFiles } from '#shared/contract/library.ts'
import { getLibrary } from '#shared/contract/library-facts.ts'
import { type Operation, pathOf } from '#shared/contract/operation.ts'
import { getAccess } from '#shared/contract/subscriptions.ts'
import { listTickets, submitTicket } from '#shared/contract/tickets.ts'
import { type LoadResult, reference } from './load-result.ts'
import { residentMegabytes } from './load-memory.ts'
import { startIn } from './start.ts'

interface Member {
  readonly accessToken: string
  /** The address that rate limits count. RFC 2544 reserves the range for tests. */
  readonly address: string
}

interface Step {
  readonly operation: Operation
  readonly body?: object
}

const ticket = {
  topic: 'Deposit after a tenancy',
  country: 'england',
  message: 'How long may a landlord keep a deposit after the end of a tenancy?',
}

/** The calls of one visit. The reference is one of them, so that it runs under the same load. */
const visit: readonly Step[] = [
  { operation: getAccess },
  { operation: reference },
  { operation: getLibrary },
  { operation: listLibraryFiles },
  { operation: reference },
  { operation: getProfile },
  { operation: getAccess },
  { operation: listTickets },
]
/**
 * The first visit of a member also submits a ticket. Later visits do not, because rate limits allow ten tickets an
 * hour.
 */
const firstVisit: readonly Step[] = [{ operation: submitTicket, body: ticket }, ...visit]

const agent = new Agent({ keepAlive: true })

/** Posts JSON and returns the status with the text of the response. */
const post = (url: string, headers: Readonly<Record<string, string>>, body: object) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const json = { 'content-type': 'application/json', ...headers }
    const request = httpRequest(url, { agent, method: 'POST', headers: json }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', reject)
    request.end(JSON.stringify(body))
  })

const createMember = async (site: string, number: number): Promise<Member> => {
  const { status, text } = await post(`${site}/_local/given`, {}, { as: 'monthlyMember' })
  if (status !== 200) throw new Error(`No member could be created: ${text}`)
  const { accessToken } = z.object({ accessToken: z.string() }).parse(JSON.parse(text))
  return { accessToken, address: `198.18.100.${number}` }
}

const runStep = async (site: string, member: Member, { operation, body = {} }: Step, result: LoadResult) => {
  const headers = { authorization: `Bearer ${member.accessToken}`, 'x-local-client': member.address }
  const startedAt = performance.now()
  const { status, text } = await post(`${site}${pathOf(operation)}`, headers, body)
  const times = result.times.get(operation.name) ?? []
  times.push(performance.now() - startedAt)
  result.times.set(operation.name, times)
  if (status !== 200) result.errors.push(`${operation.name}: ${status} ${text}`)
}

/** Repeats visits, one step after the other, until the time is over. */
const runMember = async (site: string, member: Member, until: number, result: LoadResult) => {
  for (let steps = firstVisit; performance.now() < until; steps = visit)
    for (const step of steps) await runStep(site, member, step, result)
}

/**
 * Starts the local cloud and lets members visit at the same time, each without a pause.
 *
 * @param seconds duration after a warm-up of a tenth of it
 */
export const measureLoad = async (memberCount: number, seconds: number): Promise<LoadResult> => {
  const cloud = await startIn(process.cwd())
  try {
    const members: Member[] = []
    for (let number = 1; number <= memberCount; number += 1)
      members.push(await createMember(cloud.site, number))
    const run = async (duration: number): Promise<LoadResult> => {
      const result: LoadResult = { seconds: duration, times: new Map(), errors: [], megabytes: [] }
      const measureMemory = async () => void result.megabytes.push(await residentMegabytes(cloud.pid))
      const timer = setInterval(() => void measureMemory(), (duration * 1000) / 20)
      const until = performance.now() + duration * 1000
      await Promise.all(members.map((member) => runMember(cloud.site, member, until, result)))
      clearInterval(timer)
      return result
    }
    await run(seconds / 10)
    return await run(seconds)
  } finally {
    await cloud.stop()
  }
}
