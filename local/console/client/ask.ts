import { notice } from './dom.ts'

const messageOf = (answer: unknown): string => {
  const error: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'error') : undefined
  const message: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : undefined
  return typeof message === 'string' ? message : 'The local cloud refused.'
}

/** Asks the control interface; what goes wrong is said on the screen and thrown. */
export const ask = async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
  const response = await fetch(`/_local/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) {
    notice(messageOf(answer))
    throw new Error(messageOf(answer))
  }
  return answer as Answer
}
