/** Looks up a configuration value. Returns `undefined` if it is not set. */
export type ConfigSource = (name: string) => string | undefined

/** Converts a value's name to its environment variable: `siteDomain` → `SITE_DOMAIN`. */
export const environmentName = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** Reads values from CDK's context (`-c siteDomain=…`), else from the environment (`SITE_DOMAIN`). */
export const configSource =
  (context: ConfigSource, environment: Readonly<Record<string, string | undefined>>): ConfigSource =>
  (name) =>
    context(name) ?? environment[environmentName(name)]
