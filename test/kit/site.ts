/** Returns the address of the local cloud under test, without a trailing slash. The set-up of a run provides it. */
export const site = (): string => {
  const address = process.env.LOCAL_SITE
  if (address === undefined) throw new Error('LOCAL_SITE is not set: this test needs a local cloud')
  return address
}
