/** Returns whether an address is a sample. The configuration then names no provider, and a frame would be blank. */
export const isSampleAddress = (src: string): boolean => new URL(src).hostname.endsWith('.example')
