import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { single, type HttpResponse } from '../http.ts'

const file = (name: string) => fileURLToPath(new URL(`widget/${name}`, import.meta.url))

const bundled = async (name: string): Promise<Buffer> => {
  const { outputFiles } = await build({
    entryPoints: [file(name)],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
  })
  return Buffer.from(outputFiles[0]?.contents ?? '')
}

const reply = (type: string, body: Buffer, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
  status: 200,
  headers: single({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store', ...headers }),
  body,
})

/** What the chat's origin serves to browsers; undefined for other addresses. The frame stands on the site only. */
export const pageFor = async (path: string, site: string): Promise<HttpResponse | undefined> => {
  switch (path) {
    case '/widget.js':
      return reply('text/javascript', await bundled('script.ts'))
    case '/frame':
      return reply('text/html', await readFile(file('frame.html')), {
        'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors ${site}; base-uri 'none'; form-action 'none'`,
      })
    case '/frame.js':
      return reply('text/javascript', await bundled('frame.ts'))
    case '/frame.css':
      return reply('text/css', await readFile(file('frame.css')))
    default:
      return undefined
  }
}
