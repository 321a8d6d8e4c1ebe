interface ImportMetaEnv {
  /** The origin of the deployed site, such as `https://www.fanlight.example`. Canonical links start with it. */
  readonly SITE_ORIGIN: string
}
