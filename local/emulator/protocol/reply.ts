import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Reply } from './service.ts'

/** Sends a response. A stream is sent as it is read. */
export const sendReply = async (response: ServerResponse, reply: Reply): Promise<void> => {
  response.writeHead(reply.status, reply.headers)
  if (!(reply.body instanceof Readable)) {
    response.end(reply.body)
    return
  }
  try {
    await pipeline(reply.body, response)
  } catch (error) {
    // The client disconnected during a download.
    if (!response.destroyed) throw error
  }
}

/** Closes the connection as if the network had lost the response. */
export const dropReply = (response: ServerResponse, reply: Reply): void => {
  if (reply.body instanceof Readable) reply.body.destroy()
  response.destroy()
}
