import type { Plugin } from 'vite'

/** The name of a component or context, for the developer tools of React. */
const displayName = /^\w+\.displayName = "\w+";$/gm

/** A call at the top level that only creates a component or context. */
const creation = /(?<=^var \w+ = )(?=React\d*\.(?:createContext|forwardRef|memo)\()/gm

/** Marks the components of the router as code without side effects. */
export const withoutSideEffects = (code: string): string =>
  code.replaceAll(displayName, '').replaceAll(creation, '/* @__PURE__ */ ')

/**
 * Leaves out the components of the router that the site does not use: 1.2 KiB of every first load. The bundler would keep
 * them, because they are created by calls and have names.
 */
export const unusedRouterParts = (): Plugin => ({
  name: 'unused-router-parts',
  transform: {
    filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]/ },
    handler: (code) => ({ code: withoutSideEffects(code), map: null }),
  },
})
