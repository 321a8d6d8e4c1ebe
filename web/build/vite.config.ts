import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { browsers } from './browsers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The settings that the browser build and the prerender build share. */
const common = (origin: string): InlineConfig => ({
  root,
  configFile: false,
  mode: 'production',
  logLevel: 'warn',
  plugins: [react()],
  css: { transformer: 'lightningcss' },
  define: { 'import.meta.env.SITE_ORIGIN': JSON.stringify(origin) },
})

/**
 * Groups modules into chunks: the libraries, which rarely change, and our own small modules, which would otherwise each
 * be a request. Modules that import another library stay in chunks of their own.
 */
const chunks = [
  {
    name: 'react',
    test: /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler)[\\/]/,
  },
  {
    name: 'common',
    test: /src[\\/](?:lib[\\/](?!use-new-password)|ui[\\/](?!dialog|tabs|toast-viewport|notice-viewport|toast\.module))/,
  },
] as const

/** The browser build, with a manifest of the files that each page needs. */
export const clientConfig = (outDir: string, origin: string, withGallery: boolean): InlineConfig => ({
  ...common(origin),
  build: {
    outDir,
    emptyOutDir: true,
    target: browsers,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        app: `${root}src/app/entry-client.tsx`,
        ...(withGallery && { page: `${root}src/app/entry-gallery.tsx` }),
      },
      output: { codeSplitting: { groups: [...chunks] } },
    },
  },
})

/** The prerender build for Node, which writes the public pages. It is not deployed. */
export const serverConfig = (outDir: string, origin: string): InlineConfig => ({
  ...common(origin),
  publicDir: false,
  build: {
    outDir,
    emptyOutDir: true,
    reportCompressedSize: false,
    ssr: `${root}src/app/entry-server.tsx`,
    // One file loads faster than a hundred.
    rolldownOptions: { output: { entryFileNames: 'entry-server.mjs', codeSplitting: false } },
  },
})
