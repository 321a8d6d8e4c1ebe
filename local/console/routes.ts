import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ControlError, type ControlRoute } from '#local/control/router.ts'
import { bundleScript, fileResponse } from '#local/kit/static-files.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const securityHeaders = (policy: string) => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
})

const pageHeaders = securityHeaders(
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
)

/** Emails run no scripts and cannot access the console page. */
const emailHeaders = securityHeaders(
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; frame-ancestors 'self'",
)

export interface ConsoleOptions {
  readonly emails: () => readonly { readonly id: string; readonly html: string }[]
  /** Accounts to sign in to. */
  readonly accounts: readonly { readonly email: string; readonly description: string }[]
  /** The password of all accounts. */
  readonly password: string
}

/** Routes of the console page at `/_local/`, in addition to the routes of the control interface. */
export const consoleRoutes = ({ emails, accounts, password }: ConsoleOptions): ControlRoute[] => [
  {
    method: 'GET',
    path: '',
    handle: async () => fileResponse('text/html', await readFile(file('console.html')), pageHeaders),
  },
  {
    method: 'GET',
    path: 'console.css',
    handle: async () => fileResponse('text/css', await readFile(file('console.css')), pageHeaders),
  },
  {
    method: 'GET',
    path: 'console.js',
    handle: async () =>
      fileResponse('text/javascript', await bundleScript(file('client/main.ts'), 'esm'), pageHeaders),
  },
  { method: 'GET', path: 'accounts', handle: () => ({ password, accounts }) },
  {
    method: 'GET',
    path: 'emails/:id/html',
    handle: ({ parameters }) => {
      const email = emails().find(({ id }) => id === parameters['id'])
      if (!email) throw new ControlError(404, 'not_found', 'There is no such email.')
      // Links open in a new tab instead of the frame.
      return fileResponse('text/html', Buffer.from(`<base target="_blank">${email.html}`), emailHeaders)
    },
  },
]
