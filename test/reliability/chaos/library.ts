import fc from 'fast-check'
import * as contract from '#shared/contract/library.ts'
import { saveLibraryFacts } from '#shared/contract/library-facts.ts'
import { setLibraryEmails } from '#shared/contract/library-emails.ts'
import { handle as addVideo } from '#services/library/add-media-link/handler.ts'
import { handle as deleteTitle } from '#services/library/delete-file-title/handler.ts'
import { handle as deleteVideo } from '#services/library/delete-media-link/handler.ts'
import { factsRepository } from '#services/library/facts.repository.ts'
import { handle as indexFile } from '#services/library/index-library-file/handler.ts'
import { libraryEmailsRepository } from '#services/library/library-emails.repository.ts'
import { mediaRepository } from '#services/library/media.repository.ts'
import { handle as saveTitle } from '#services/library/save-file-title/handler.ts'
import { handle as saveFacts } from '#services/library/save-library-facts/handler.ts'
import { handle as setEmails } from '#services/library/set-library-emails/handler.ts'
import { handle as stopEmails } from '#services/library/stop-library-emails/handler.ts'
import { textRepository } from '#services/library/text.repository.ts'
import { titleRepository } from '#services/library/title.repository.ts'
import { callInMemory } from '#test/kit/in-memory/in-memory.ts'
import { drain, run } from '../run-step.ts'
import { type UserName, userNames } from '../world.ts'
import { requestBy } from './callers.ts'
import type { ChaosWorld } from './chaos-world.ts'
import { pathOf, replace, upload } from './library-files.ts'
import { remember } from './saved.ts'

const videos = ['aaaaaaaaaaa', 'bbbbbbbbbbb'] as const

/** Changes that admins make to the texts and files of the library, and to the monthly email about it. */
export type LibraryStep =
  | { readonly do: 'title'; readonly user: UserName; readonly file: number; readonly text: number }
  | { readonly do: 'replace'; readonly user: UserName; readonly file: number }
  | { readonly do: 'delete-title'; readonly user: UserName; readonly file: number }
  /** The items after the files are the videos. */
  | { readonly do: 'facts'; readonly user: UserName; readonly item: number; readonly text: number }
  | { readonly do: 'video'; readonly user: UserName; readonly video: number; readonly text: number }
  | { readonly do: 'delete-video'; readonly user: UserName; readonly video: number }
  /** The stream reports a file, once or again. */
  | { readonly do: 'index'; readonly file: number }
  | { readonly do: 'set-emails'; readonly user: UserName; readonly on: boolean }
  /** Presses the button of the link in the nth monthly email, newest first. */
  | { readonly do: 'stop-emails'; readonly nth: number }

const user = fc.constantFrom(...userNames)
const few = fc.nat(2)
const video = fc.nat(videos.length - 1)
const of = <const Kind extends string>(kind: Kind) => ({ do: fc.constant(kind) })

export const libraryStep: fc.Arbitrary<LibraryStep> = fc.oneof(
  fc.record({ ...of('title'), user, file: few, text: few }),
  fc.record({ ...of('replace'), user, file: few }),
  fc.record({ ...of('delete-title'), user, file: few }),
  fc.record({ ...of('facts'), user, item: fc.nat(2 + videos.length), text: few }),
  fc.record({ ...of('video'), user, video, text: few }),
  fc.record({ ...of('delete-video'), user, video }),
  fc.record({ ...of('index'), file: few }),
  fc.record({ ...of('set-emails'), user, on: fc.boolean() }),
  fc.record({ ...of('stop-emails'), nth: few }),
)

type StepOf<Kind extends LibraryStep['do']> = Extract<LibraryStep, { do: Kind }>

/** Uploads a file unless the library may have it. */
const ensureFile = async (chaos: ChaosWorld, file: number): Promise<string> => {
  if (!chaos.expected.files.has(pathOf(file))) await upload(chaos, file)
  return pathOf(file)
}

const changeTitle = async (chaos: ChaosWorld, step: StepOf<'title' | 'delete-title'>) => {
  const path = await ensureFile(chaos, step.file)
  const request = await requestBy(chaos, step.user)
  const deps = { titles: titleRepository(chaos.billing.table) }
  if (step.do === 'delete-title')
    return remember(chaos, `title:${path}`, undefined, () =>
      callInMemory(contract.deleteFileTitle, deleteTitle, { ...request, body: { path } }, deps),
    )
  const title = `Title ${step.text}`
  const body = { path, title, description: null }
  return remember(chaos, `title:${path}`, title, () =>
    callInMemory(contract.saveFileTitle, saveTitle, { ...request, body }, deps),
  )
}

const changeVideo = async (chaos: ChaosWorld, step: StepOf<'video' | 'delete-video'>): Promise<void> => {
  const id = videos[step.video] ?? videos[0]
  const request = await requestBy(chaos, step.user)
  const deps = { media: mediaRepository(chaos.billing.table) }
  if (step.do === 'delete-video') {
    chaos.expected.saved.delete(`facts:${id}`)
    return remember(chaos, `video:${id}`, undefined, () =>
      callInMemory(contract.deleteMediaLink, deleteVideo, { ...request, body: { id } }, deps),
    )
  }
  const title = `Video ${step.text}`
  const body = { url: `https://youtu.be/${id}`, title }
  return remember(chaos, `video:${id}`, title, () =>
    callInMemory(contract.addMediaLink, addVideo, { ...request, body }, deps),
  )
}

const changeFacts = async (chaos: ChaosWorld, step: StepOf<'facts'>): Promise<void> => {
  const id = videos[step.item - 3]
  if (id !== undefined && !chaos.expected.saved.has(`video:${id}`))
    await changeVideo(chaos, { do: 'video', user: step.user, video: step.item - 3, text: step.text })
  const item = id ?? (await ensureFile(chaos, step.item))
  const whatChanged = `The notice is longer. (${step.text})`
  const body = { item, country: 'england', lawAsAt: '2026-02-01', reviewBy: '2027-02-01', whatChanged }
  const request = { ...(await requestBy(chaos, step.user)), body }
  const deps = { facts: factsRepository(chaos.billing.table) }
  return remember(chaos, `facts:${item}`, whatChanged, () =>
    callInMemory(saveLibraryFacts, saveFacts, request, deps),
  )
}

/** Passes the record of a listed file to the function that reads its text. */
const reportFile = async (chaos: ChaosWorld, file: number): Promise<void> => {
  const { billing, faults, files } = chaos
  const path = await ensureFile(chaos, file)
  const read = async () => faults.call('storage', async () => Buffer.from(files.read(path) ?? '', 'latin1'))
  const name = path.slice('library/'.length)
  await indexFile(
    { Records: [{ dynamodb: { SequenceNumber: '1', NewImage: { name: { S: name } } } }] },
    { texts: textRepository(billing.table), read },
  )
}

const switchEmails = async (chaos: ChaosWorld, step: StepOf<'set-emails'>): Promise<void> => {
  const request = { ...(await requestBy(chaos, step.user)), body: { on: step.on } }
  const deps = { emails: libraryEmailsRepository(chaos.billing.table) }
  return remember(chaos, `emails:${request.caller.userId}`, step.on ? 'on' : undefined, () =>
    callInMemory(setLibraryEmails, setEmails, request, deps),
  )
}

const stopByLink = async (chaos: ChaosWorld, nth: number): Promise<void> => {
  const links = [...chaos.billing.sentEmails.values()].flatMap((content) =>
    content.template === 'library-news' ? [content.stop_link] : [],
  )
  const link = links.at(-1 - (nth % Math.max(1, links.length)))
  if (link === undefined) return
  const query = new URL(link).searchParams
  const deps = { emails: libraryEmailsRepository(chaos.billing.table) }
  const request = { method: 'POST', query, bytes: Buffer.from(''), now: chaos.billing.clock.now() }
  await remember(chaos, `emails:${query.get('account')}`, undefined, async () => ({
    status: (await stopEmails(request, deps)).statusCode,
  }))
}

const dayMs = 24 * 3600_000

/** A user subscribes, asks for the monthly email, and the library changes. Then the next month begins. */
export const passMonthWithChanges = async (chaos: ChaosWorld, name: UserName): Promise<void> => {
  const { billing } = chaos
  await run(billing, { do: 'buy', user: name, plan: 'annual' })
  await run(billing, { do: 'pay', nth: 0, card: 'ok' })
  await drain(billing)
  await switchEmails(chaos, { do: 'set-emails', user: name, on: true })
  await changeVideo(chaos, { do: 'video', user: name, video: 0, text: 0 })
  const now = billing.clock.now()
  const second = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 10)
  const days = Math.ceil((second - now.getTime()) / dayMs)
  // Stripe's events are kept for 30 days: a longer time has to be reconciled between.
  if (days < 28) billing.clock.set(new Date(now.getTime() + days * dayMs))
  else await run(billing, { do: 'advance', days })
}

export const runLibraryStep = async (chaos: ChaosWorld, step: LibraryStep): Promise<void> => {
  switch (step.do) {
    case 'title':
    case 'delete-title':
      return changeTitle(chaos, step)
    case 'replace':
      return replace(chaos, step.user, step.file)
    case 'facts':
      return changeFacts(chaos, step)
    case 'video':
    case 'delete-video':
      return changeVideo(chaos, step)
    case 'index':
      return reportFile(chaos, step.file)
    case 'set-emails':
      return switchEmails(chaos, step)
    case 'stop-emails':
      return stopByLink(chaos, step.nth)
  }
}
