import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/** What the browser's and the prerender's builds have in common. */
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
 * Files that always travel together: the libraries, which change seldom, and our own small parts, each of
 * which would otherwise be a request of its own. Parts that bring a library along stay by themselves.
 */
const chunks = [
  {
    name: 'react',
    test: /node_modules[\\/](?:react|react-dom|react-router|react-router-dom|scheduler)[\\/]/,
  },
  {
    name: 'parts',
    test: /src[\\/](?:lib[\\/](?!use-new-password)|ui[\\/](?!dialog|tabs|toast-viewport|notice-viewport|toast\.module))/,
  },
] as const

/** The app as the browser loads it, with a manifest that says which files each page needs. */
export const clientConfig = (outDir: string, origin: string, withParts: boolean): InlineConfig => ({
  ...common(origin),
  build: {
    outDir,
    emptyOutDir: true,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        app: `${root}src/app/entry-client.tsx`,
        ...(withParts && { page: `${root}src/app/entry-parts.tsx` }),
      },
      output: { codeSplitting: { groups: [...chunks] } },
    },
  },
})

/** The same app for Node, to write the public pages. It is no part of what is deployed. */
export const serverConfig = (outDir: string, origin: string): InlineConfig => ({
  ...common(origin),
  publicDir: false,
  build: {
    outDir,
    emptyOutDir: true,
    reportCompressedSize: false,
    ssr: `${root}src/app/entry-server.tsx`,
    // One file is read sooner than a hundred.
    rolldownOptions: { output: { entryFileNames: 'entry-server.mjs', codeSplitting: false } },
  },
})
