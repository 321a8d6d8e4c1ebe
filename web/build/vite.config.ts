import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { browsers } from './browsers.ts'
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

/** Small modules that neither the members' library nor the frame of every page uses. */
const rareModules =
  /src[\\/](?:lib[\\/](?:billing|call-for-page-user|clean-email|code-failure|cognito-sign-in|draft|failure-text|lazy-module|outdated-access|passkeys|recovery|save-file|sign-in|sign-out|update-password|use-chat-provider|use-is-shown|use-open-here|use-recent-sign-in)|ui[\\/](?:badge|card|checkbox|choice|data-table|decorative-image|facts|focus[\\/]use-[a-z-]+|form|live-text|new-password-fields|password-field|points|price|progress-bar|radio-cards|skeleton-lines|strength-meter|text-area|use-failure-toast|username-field)|components[\\/](?:lazy-forms|signed-out))\./

/** All of our small modules, including the rare ones, except the modules that replace parts of the sign-in library. */
const smallModules =
  /src[\\/](?:lib[\\/](?!use-new-password|sign-in-(?:integer|state|time))|ui[\\/](?!dialog|tabs|toast-viewport|notice-viewport|toast\.module|toast-position|use-focus-return|use-toast-position))|src[\\/]components[\\/](?:needs-script|sign-in-link)|shared[\\/](?:values[\\/](?:file-types|library-facts|library-path)|rules[\\/]fold)\./

/** The frame of every page: header, footer and banners. */
const frame =
  /src[\\/](?:app|features[\\/]site[\\/]chrome)[\\/](?!gallery|entry-gallery|entry-server|link-dialog|auth-error(?:-alert)?\.)/

/** Components that the library shows at first. Its other components are loaded when they are used. */
const library =
  /features[\\/]library[\\/](?!(?:components[\\/](?:item-changes|preview-dialog|video-card|video-grid|video-list|windowed-files)|use-long-list)\.)/

/** The libraries of every page, and the parts of Radix that tabs, dialogs and toasts share. */
const libraries =
  /node_modules[\\/](?:preact|react|react-dom|react-router|react-router-dom|@radix-ui[\\/](?:primitive|react-(?:collection|compose-refs|context|id|presence|primitive|slot|use-[a-z-]+)))[\\/]/

/**
 * Groups modules into chunks. Every page needs `common`, in one request: browsers send six at a time to a site without
 * HTTP/2, and the first calls of the page would wait behind the others. Modules that import another library stay in
 * chunks of their own. A group also takes what its modules import, so the group that every page needs comes first.
 */
const chunks = [
  {
    name: 'common',
    test: (id: string) =>
      libraries.test(id) || frame.test(id) || (smallModules.test(id) && !rareModules.test(id)),
    priority: 2,
  },
  { name: 'forms', test: rareModules, priority: 1 },
  { name: 'library', test: library, priority: 0 },
]

/** Returns whether a module is loaded with the members' library, and not when it is used. */
export const isLoadedWithLibrary = (id: string): boolean => library.test(id)

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
      output: { codeSplitting: { groups: [...chunks] } },
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
