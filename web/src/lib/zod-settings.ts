/**
 * Keeps Zod from testing whether it may compile code. Our content security policy forbids it, and browsers report each
 * test as a violation. Must run before Zod is loaded: it reads this object of the page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
