interface ImportMetaEnv {
  /** Where the site is at home, e.g. `https://www.fanlight.example`: what canonical links start with. */
  readonly SITE_ORIGIN: string
}
