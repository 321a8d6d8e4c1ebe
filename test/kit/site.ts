/** The address of the local cloud under test, without a slash at the end. The set-up of a run gives it. */
export const site = (): string => {
  const address = process.env.LOCAL_SITE
  if (address === undefined) throw new Error('LOCAL_SITE is not set: this test needs a local cloud')
  return address
}
