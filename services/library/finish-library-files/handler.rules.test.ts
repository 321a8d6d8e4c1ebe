import { describe, expect, test, vi } from 'vitest'
import { completeUpload, deleteLibraryFile } from '#shared/contract/library.ts'
import { log } from '#platform/log.ts'
import { keys } from '#platform/table/keys.ts'
import { apiError } from '#test/kit/api-error.ts'
import { callInMemory, inMemory } from '#test/kit/in-memory/in-memory.ts'
import { MemoryFiles } from '#test/kit/in-memory/memory-files.ts'
import { uploadFunctions } from '#test/kit/in-memory/upload-functions.ts'
import { handle as complete } from '../complete-upload/handler.ts'
import { handle as deleteFile } from '../delete-library-file/handler.ts'
import { libraryRepository } from '../library.repository.ts'
import { unfinishedFileRepository } from '../unfinished-file.repository.ts'
import { uploadIdOf } from '../upload-id.ts'
import { handle } from './handler.ts'

const now = new Date('2027-03-01T10:00:00Z')
const later = new Date('2027-03-01T10:05:00Z')
const name = 'guides_1_Plan.png'
const path = `library/${name}`
const small = (text: string) => Buffer.from(`\xff\xd8\xff ${text}`, 'latin1')
const thumbnail = small('a small image').toString('base64')
const thumbnailPath = `library/thumbnails/${name}.jpg`
const picture = (text = 'first') => Buffer.from(`\x89PNG\r\n\x1a\n${text}`, 'latin1')

/** A library with a picture in quarantine. */
const aLibrary = async () => {
  const world = inMemory({ now })
  const files = new MemoryFiles()
  files.put(`quarantine/${name}`, picture())
  const caller = await world.account()
  const library = libraryRepository(world.table)
  const unfinished = unfinishedFileRepository(world.table)
  const deps = { library, unfinished, ...uploadFunctions(files), removeFile: files.remove }
  return {
    world,
    caller,
    files,
    deps,
    upload: (changes: Partial<typeof deps> = {}) =>
      callInMemory(
        completeUpload,
        complete,
        { caller, body: { path, thumbnail }, now },
        { ...deps, ...changes },
      ),
    remove: (changes: Partial<typeof deps> = {}) =>
      callInMemory(deleteLibraryFile, deleteFile, { caller, body: { path }, now }, { ...deps, ...changes }),
    finish: (at = later) => handle(deps, at),
    listed: () => library.listNames(10),
    unfinished: () => world.database.all().filter(({ entity }) => entity?.['S'] === 'unfinished_file').length,
  }
}

const interrupted = async (): Promise<never> => {
  throw new Error('the function was interrupted')
}

describe('finish-library-files', () => {
  test('stops before Lambda ends the run, and the next run continues', async () => {
    const { deps, caller, files, finish, unfinished } = await aLibrary()
    for (let number = 0; number < 20; number += 1)
      await deps.unfinished.startDeletion(`library/guides_${number}_Plan.pdf`, {
        adminId: caller.userId,
        now,
      })
    let elapsedMs = 0
    const time = vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs)
    const slowly = async (key: string) => {
      elapsedMs += 2000
      await files.remove(key)
    }
    // Each deletion removes the file from the library and from quarantine.
    const result = await handle({ ...deps, discard: slowly }, later)
    time.mockRestore()
    expect(result).toEqual({ finished: 10 })
    expect(unfinished()).toBe(10)
    expect(await finish()).toEqual({ finished: 10 })
    expect(unfinished()).toBe(0)
  })

  test('lists an upload whose request was interrupted between the copy and the list, with its thumbnail', async () => {
    const { deps, files, upload, finish, listed, unfinished } = await aLibrary()
    await expect(upload({ library: { ...deps.library, add: interrupted } })).rejects.toThrow(
      'the function was interrupted',
    )
    expect(files.keys()).toContain(path)
    expect(await listed()).toEqual([])
    expect(await finish()).toEqual({ finished: 1 })
    expect(await listed()).toEqual([name])
    expect(files.keys()).toEqual([path, thumbnailPath])
    expect(unfinished()).toBe(0)
  })

  test('stores the thumbnail of an upload whose request was interrupted before it was stored', async () => {
    const { deps, files, upload, finish } = await aLibrary()
    await expect(upload({ write: interrupted })).rejects.toThrow('the function was interrupted')
    const error = vi.spyOn(log, 'error').mockReturnValue()
    await expect(handle({ ...deps, library: { ...deps.library, add: interrupted } }, later)).rejects.toThrow(
      '1 library files',
    )
    expect(error).toHaveBeenCalledExactlyOnceWith(
      'library file not finished',
      expect.objectContaining({ file: 'guides_1' }),
    )
    await finish(new Date(later.getTime() + 5 * 60_000))
    expect(files.read(thumbnailPath)).toBe(small('a small image').toString('latin1'))
  })

  test('deletes the copy of an upload that is neither listed nor in quarantine any more', async () => {
    const { deps, files, upload, finish, listed, unfinished } = await aLibrary()
    await expect(upload({ library: { ...deps.library, add: interrupted } })).rejects.toThrow(
      'the function was interrupted',
    )
    await files.remove(`quarantine/${name}`)
    await finish()
    expect(await listed()).toEqual([])
    expect(files.keys()).toEqual([])
    expect(unfinished()).toBe(0)
  })

  test('does not touch an upload whose request may still be running, or one that is finished', async () => {
    const { deps, upload, finish, unfinished } = await aLibrary()
    await expect(upload({ write: interrupted })).rejects.toThrow('the function was interrupted')
    expect(await finish(now)).toEqual({ finished: 0 })
    expect(unfinished()).toBe(1)
    expect(await upload()).toMatchObject({ status: 200 })
    expect(unfinished()).toBe(0)
    expect(await handle(deps, later)).toEqual({ finished: 0 })
  })

  test('finishes a deletion that was interrupted after the file was deleted from storage', async () => {
    const { deps, files, upload, remove, finish, listed } = await aLibrary()
    await upload()
    await expect(remove({ library: { ...deps.library, remove: interrupted } })).rejects.toThrow(
      'the function was interrupted',
    )
    expect(await listed()).toEqual([name])
    await finish()
    expect(await listed()).toEqual([])
    expect(files.keys()).toEqual([])
  })

  test('keeps a file deleted if an upload overlaps the deletion', async () => {
    const { deps, files, upload, remove, finish, listed, unfinished } = await aLibrary()
    const release: typeof deps.release = async (from, to, options) => {
      await remove()
      return deps.release(from, to, options)
    }
    expect(await upload({ release })).toEqual(apiError('not_found'))
    expect(await listed()).toEqual([])
    await finish()
    expect(files.keys()).toEqual([])
    expect(await listed()).toEqual([])
    expect(unfinished()).toBe(0)
  })

  test('keeps a file deleted if a replacement overlaps the deletion', async () => {
    const { deps, files, upload, remove, finish, listed } = await aLibrary()
    await upload()
    files.put(`quarantine/${name}`, picture('second'))
    const add: typeof deps.library.add = async (...file) => {
      await remove()
      return deps.library.add(...file)
    }
    expect(await upload({ library: { ...deps.library, add } })).toEqual(apiError('not_found'))
    await finish()
    expect(await listed()).toEqual([])
    expect(files.keys()).toEqual([])
  })

  test('lists a replacement whose request was interrupted, with its new size', async () => {
    const { deps, files, upload, finish } = await aLibrary()
    await upload()
    files.put(`quarantine/${name}`, picture('a longer one'))
    await expect(upload({ library: { ...deps.library, add: interrupted } })).rejects.toThrow(
      'the function was interrupted',
    )
    await finish()
    expect(await deps.library.listFiles()).toMatchObject([
      { size: picture('a longer one').length, replaced_at: later.toISOString() },
    ])
  })

  test('lists a replacement that was interrupted after its copy, although the first upload is completed again', async () => {
    const { world, caller, deps, files, finish, unfinished } = await aLibrary()
    const send = (text: string, at: Date, changes: Partial<typeof deps> = {}) => {
      const body = { path, thumbnail: small(text).toString('base64'), startedAt: at.toISOString() }
      return callInMemory(completeUpload, complete, { caller, body, now: at }, { ...deps, ...changes })
    }
    const upload = (text: string, at: Date, isReplacement: boolean) =>
      files.put(
        `quarantine/${name}`,
        picture(text),
        uploadIdOf(caller.userId, at.toISOString()),
        caller.userId,
        isReplacement,
      )
    const second = new Date(now.getTime() + 30_000)
    upload('first', now, false)
    expect(await send('first', now)).toMatchObject({ status: 200 })
    upload('second', second, true)
    await expect(send('second', second, { library: { ...deps.library, add: interrupted } })).rejects.toThrow(
      'the function was interrupted',
    )
    // The request is repeated more than a minute later, when another upload could take over.
    const body = { path, thumbnail, startedAt: now.toISOString() }
    const repeated = { caller, body, now: new Date(now.getTime() + 120_000) }
    expect(await callInMemory(completeUpload, complete, repeated, deps)).toMatchObject({ status: 200 })
    expect(unfinished()).toBe(1)
    expect(await finish()).toEqual({ finished: 1 })
    expect(files.read(path)).toBe(picture('second').toString('latin1'))
    const [listed] = await world.table.list(keys.libraryFile(name).pk, keys.libraryFile(name).sk)
    expect(listed).toMatchObject({ upload: uploadIdOf(caller.userId, second.toISOString()) })
    expect(files.read(thumbnailPath)).toBe(small('second').toString('latin1'))
  })

  /** A library whose list has the upload of another admin, because the request of the first one was interrupted. */
  const aLibraryOfTwo = async () => {
    const library = await aLibrary()
    const { world, deps, files, upload, finish } = library
    await expect(upload({ write: interrupted })).rejects.toThrow('the function was interrupted')
    const other = await world.account()
    const startedAt = '2027-03-01T10:00:30.000Z'
    const id = uploadIdOf(other.userId, startedAt)
    files.put(`quarantine/${name}`, picture('of the other admin'), id, other.userId)
    await finish()
    const body = { path, thumbnail: small('of the other admin').toString('base64'), startedAt }
    const retry = (changes: Partial<typeof deps> = {}) =>
      callInMemory(completeUpload, complete, { caller: other, body, now: later }, { ...deps, ...changes })
    return { ...library, other, retry }
  }

  test('lists the upload of another admin as theirs, without the thumbnail of the first one', async () => {
    const { world, caller, other, files } = await aLibraryOfTwo()
    const auditOf = ({ userId }: typeof caller) => world.table.listByIndex(keys.auditBy(userId, '').gsi1pk)
    expect(await auditOf(other)).toHaveLength(1)
    expect(await auditOf(caller)).toEqual([])
    expect(files.keys()).toEqual([path])
  })

  test('lets the other admin add the thumbnail, whose request reports the upload as completed', async () => {
    const { files, finish, retry, unfinished } = await aLibraryOfTwo()
    for (let i = 0; i < 2; i += 1) expect(await retry()).toMatchObject({ status: 200 })
    expect(files.read(thumbnailPath)).toBe(small('of the other admin').toString('latin1'))
    expect(unfinished()).toBe(0)
    expect(await finish()).toEqual({ finished: 0 })
  })

  test('adds the thumbnail of a listed upload whose request was interrupted', async () => {
    const { files, finish, retry } = await aLibraryOfTwo()
    await expect(retry({ write: interrupted })).rejects.toThrow('the function was interrupted')
    expect(await finish(new Date(later.getTime() + 5 * 60_000))).toEqual({ finished: 1 })
    expect(files.read(thumbnailPath)).toBe(small('of the other admin').toString('latin1'))
  })

  test('adds no thumbnail to content that replaces the listed upload in the meantime', async () => {
    const { deps, files, upload, retry } = await aLibraryOfTwo()
    const startUpload: typeof deps.unfinished.startUpload = async (...start) => {
      files.put(`quarantine/${name}`, picture('a newer one'))
      await upload({})
      return deps.unfinished.startUpload(...start)
    }
    expect(await retry({ unfinished: { ...deps.unfinished, startUpload } })).toMatchObject({ status: 200 })
    expect(files.read(thumbnailPath)).toBe(small('a small image').toString('latin1'))
  })

  test('tries the others and throws when a file cannot be finished', async () => {
    const { deps, upload } = await aLibrary()
    await expect(upload({ write: interrupted })).rejects.toThrow('the function was interrupted')
    await expect(handle({ ...deps, inspect: interrupted }, later)).rejects.toThrow('1 library files')
    expect(await handle(deps, later)).toEqual({ finished: 1 })
  })
})

describe('finish-library-files beside another upload to the path', () => {
  test('keeps it in quarantine if it arrives while an interrupted one is copied', async () => {
    const { deps, files, upload } = await aLibrary()
    await expect(upload({ write: interrupted })).rejects.toThrow('the function was interrupted')
    const release = async () => {
      files.put(`quarantine/${name}`, picture('newer'))
      return false
    }
    await handle({ ...deps, release }, later)
    expect(files.read(`quarantine/${name}`)).toBe(picture('newer').toString('latin1'))
  })

  test('deletes it with the deleted file, and records that only for a replacement', async () => {
    const { deps, caller, files, finish } = await aLibrary()
    const outcomes: unknown[] = []
    for (const isReplacement of [false, true]) {
      await deps.unfinished.startDeletion(path, { adminId: caller.userId, now })
      files.put(`quarantine/${name}`, picture(), 'an-id', caller.userId, isReplacement)
      await finish()
      outcomes.push(await deps.unfinished.findOutcome({ path, id: 'an-id' }))
    }
    expect(outcomes).toEqual([undefined, 'deleted'])
    expect(files.keys()).toEqual([])
  })
})
