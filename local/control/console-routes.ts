import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Cloud } from '../cloud/cloud.ts'
import { single, type HttpResponse } from '../http.ts'
import { seedPeople } from '../seed/people.ts'
import { everybodysPassword } from './given.ts'
import { ControlError, type ControlRoute } from './router.ts'

const file = (name: string) => fileURLToPath(new URL(`../console/${name}`, import.meta.url))

const reply = (type: string, policy: string, body: Buffer): HttpResponse => ({
  status: 200,
  headers: single({
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
  }),
  body,
})

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** A mail is a document of its own: no scripts, and nothing of ours within its reach. */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; frame-ancestors 'self'"

const consoleScript = async (): Promise<Buffer> => {
  const { outputFiles } = await build({
    entryPoints: [file('client/main.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  })
  return Buffer.from(outputFiles[0]?.contents ?? '')
}

/** The page for people at `/_local/`, and what it shows beyond the control interface. */
export const consoleRoutes = ({ aws }: Cloud): ControlRoute[] => [
  {
    method: 'GET',
    path: '',
    handle: async () => reply('text/html', pagePolicy, await readFile(file('console.html'))),
  },
  {
    method: 'GET',
    path: 'console.css',
    handle: async () => reply('text/css', pagePolicy, await readFile(file('console.css'))),
  },
  {
    method: 'GET',
    path: 'console.js',
    handle: async () => reply('text/javascript', pagePolicy, await consoleScript()),
  },
  { method: 'GET', path: 'people', handle: () => ({ password: everybodysPassword, people: seedPeople }) },
  {
    method: 'GET',
    path: 'emails/:id/html',
    handle: ({ parameters }) => {
      const mail = aws.mails().find(({ id }) => id === parameters['id'])
      if (!mail) throw new ControlError(404, 'not_found', 'There is no such mail.')
      // Links open beside the console, not inside the frame.
      return reply('text/html', mailPolicy, Buffer.from(`<base target="_blank">${mail.html}`))
    },
  },
]
