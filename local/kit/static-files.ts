import { build } from 'esbuild'
import { toHeaders, type HttpResponse } from './http.ts'

/** Bundles a TypeScript file for browsers. */
export const bundleScript = async (file: string, format: 'esm' | 'iife'): Promise<Buffer> => {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    logLevel: 'error',
  })
  return Buffer.from(outputFiles[0]?.contents ?? '')
}

/** Returns a text file as a response that browsers do not cache. */
export const fileResponse = (
  contentType: string,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({
  status: 200,
  headers: toHeaders({
    'content-type': `${contentType}; charset=utf-8`,
    'cache-control': 'no-store',
    ...headers,
  }),
  body,
})
