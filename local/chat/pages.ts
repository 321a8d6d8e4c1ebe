import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { HttpResponse } from '#local/kit/http.ts'
import { bundleScript, fileResponse } from '#local/kit/static-files.ts'

const file = (name: string) => fileURLToPath(new URL(`widget/${name}`, import.meta.url))

/** Returns a file of the widget, or undefined for other paths. Only `site` may frame the conversation page. */
export const pageFor = async (path: string, site: string): Promise<HttpResponse | undefined> => {
  switch (path) {
    case '/widget.js':
      return fileResponse('text/javascript', await bundleScript(file('script.ts'), 'iife'))
    case '/frame':
      return fileResponse('text/html', await readFile(file('frame.html')), {
        'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors ${site}; base-uri 'none'; form-action 'none'`,
      })
    case '/frame.js':
      return fileResponse('text/javascript', await bundleScript(file('frame.ts'), 'iife'))
    case '/frame.css':
      return fileResponse('text/css', await readFile(file('frame.css')))
    default:
      return undefined
  }
}
