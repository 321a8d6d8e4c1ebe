import { showMessage } from './dom.ts'

const messageOf = (result: unknown): string => {
  const error: unknown =
    typeof result === 'object' && result !== null ? Reflect.get(result, 'error') : undefined
  const message: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : undefined
  return typeof message === 'string' ? message : 'The request to the local cloud failed.'
}

/** Calls the control interface. Shows errors on the page and throws them. */
export const callControl = async <Result>(method: string, path: string, body?: unknown): Promise<Result> => {
  const response = await fetch(`/_local/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const result: unknown = await response.json()
  if (!response.ok) {
    showMessage(messageOf(result))
    throw new Error(messageOf(result))
  }
  return result as Result
}
