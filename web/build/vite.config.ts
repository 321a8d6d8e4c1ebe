import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { browsers } from './browsers.ts'
import { chunks } from './chunks.ts'
import { signInParts } from './sign-in-parts.ts'
import { unusedRouterParts } from './unused-router-parts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const checks = {
  /** The router looks for `useOptimistic`, which Preact does not have, and works without it. */
  importIsUndefined: false,
  /** Rolldown prints advice for authors of plugins if a build is slow, as on a busy machine. */
  bundlerTimings: false,
}

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

/** The router's production build. Its package makes bundlers choose the development build, which contains warnings. */
const routerForProduction = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/production/index.mjs',
)

/** The browser build, with a manifest of the files that each page needs. */
export const clientConfig = (outDir: string, origin: string, withGallery: boolean): InlineConfig => ({
  ...common(origin),
  plugins: [react(), signInParts(), unusedRouterParts()],
  resolve: { alias: [{ find: /^react-router$/, replacement: routerForProduction }] },
  build: {
    outDir,
    emptyOutDir: true,
    target: browsers,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks,
      input: {
        app: `${root}src/app/entry-client.tsx`,
        ...(withGallery && { page: `${root}src/app/entry-gallery.tsx` }),
      },
      output: { codeSplitting: { groups: chunks } },
      // Radix names each of its functions with a call, which would keep unused functions in the bundle.
      treeshake: { manualPureFunctions: ['__name'] },
    },
  },
})

/**
 * The prerender build for Node, which writes the public pages. It is not deployed. The sign-in libraries, which rendering
 * does not load, are left out: tsx rewrites every file that contains an `import()`, which took 100 ms per build.
 */
export const serverConfig = (outDir: string, origin: string): InlineConfig => ({
  ...common(origin),
  publicDir: false,
  resolve: {
    alias: [
      { find: /^(?:aws-amplify|@simplewebauthn)(?:\/.*)?$/, replacement: `${root}build/empty-module.ts` },
    ],
  },
  build: {
    outDir,
    emptyOutDir: true,
    reportCompressedSize: false,
    ssr: `${root}src/app/entry-server.tsx`,
    // One file loads faster than a hundred.
    rolldownOptions: { checks, output: { entryFileNames: 'entry-server.mjs', codeSplitting: false } },
  },
})

const standIn = (name: string): string => `${root}src/app/early/${name}`

/**
 * The build of the script that shows the first rows of the library. It has stand-ins for React, the router and what
 * rows do not show yet.
 */
export const earlyRowsConfig = (origin: string): InlineConfig => ({
  ...common(origin),
  publicDir: false,
  resolve: {
    alias: [
      { find: /^react\/jsx-runtime$/, replacement: standIn('jsx-runtime.ts') },
      { find: /^react$/, replacement: standIn('react.ts') },
      { find: /^react-router-dom$/, replacement: standIn('router.tsx') },
      { find: /^(?:#web\/ui|\.)\/spinner\.tsx$/, replacement: standIn('spinner.ts') },
      { find: /^\.\/icon-paths\.ts$/, replacement: standIn('icon-paths.ts') },
    ],
  },
  build: {
    write: false,
    target: browsers,
    reportCompressedSize: false,
    rolldownOptions: { checks, input: standIn('rows.tsx') },
  },
})
