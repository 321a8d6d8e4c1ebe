/** Looks up a value that an operator gave; `undefined` when they did not. */
export type GivenValue = (name: string) => string | undefined

/** `siteDomain` → `SITE_DOMAIN`. */
export const environmentName = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** Values come from CDK's context (`-c siteDomain=…`) or, failing that, from the environment (`SITE_DOMAIN`). */
export const givenBy =
  (context: GivenValue, environment: Readonly<Record<string, string | undefined>>): GivenValue =>
  (name) =>
    context(name) ?? environment[environmentName(name)]
