import { randomUUID } from 'node:crypto'
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'
import { libraryFolder, nameForLog } from '#shared/values/library-path.ts'
import { readFile } from '#platform/files/read.ts'
import { errorFields, log } from '#platform/log.ts'
import { Table } from '#platform/table/table.ts'
import { textOfFile } from '../text/file-text.ts'
import { type TextRepository, textRepository } from '../text.repository.ts'

export interface Dependencies {
  readonly texts: TextRepository
  readonly read: typeof readFile
}

/** Larger files are not searched inside: reading one could use up the memory or the time of the function. */
const maxFileBytes = 30 * 1024 * 1024

/** Reads the text of a file. An unreadable file has none: it stays in the library and is found by its title. */
const textOf = async (name: string, { read }: Dependencies) => {
  const file = nameForLog(name)
  // If Lambda ends the function because the file is too large for it, this is the last line.
  log.info('reading the text of a file', { file })
  const bytes = await read(libraryFolder + name, maxFileBytes)
  if (bytes === undefined) return []
  try {
    return await textOfFile(name, bytes)
  } catch (error) {
    log.info('file has no readable text', { file, ...errorFields(error) })
    return []
  }
}

/**
 * Extracts the text of new and replaced files, after their content was checked. Stops at the first file that cannot be
 * loaded or saved: the stream retries it and those after it.
 */
export const handle = async (
  event: DynamoDBStreamEvent,
  deps: Dependencies,
): Promise<DynamoDBBatchResponse> => {
  for (const record of event.Records) {
    const name = record.dynamodb?.NewImage?.['name']?.S
    try {
      if (name === undefined) throw new Error('A library file has no name')
      await deps.texts.save(name, await textOf(name, deps), randomUUID())
    } catch (error) {
      // A file that was deleted in the meantime has no text.
      if (error instanceof Error && ['NoSuchKey', 'AccessDenied'].includes(error.name)) continue
      log.error('file not indexed', { file: nameForLog(name ?? ''), ...errorFields(error) })
      return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] }
    }
  }
  return { batchItemFailures: [] }
}

const texts = textRepository(new Table())
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  handle(event, { texts, read: readFile })
