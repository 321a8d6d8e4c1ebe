/**
 * Settings of every SDK client. These are the SDK's own defaults: without them, each client looks for them in the
 * environment and in configuration files at its first request, which takes 1 ms. The number of attempts is left out,
 * because its default depends on the service.
 */
export const sdkSettings = {
  authSchemePreference: [] as string[],
  defaultsMode: 'legacy',
  retryMode: 'standard',
  useDualstackEndpoint: false,
  useFipsEndpoint: false,
  userAgentAppId: '',
} as const
