/** Settings with which pages load a stage's chat widget. All are public: they are part of the widget script's URL. */
export type ChatConfig =
  | { readonly provider: 'tawk'; readonly propertyId: string; readonly widgetId: string }
  | {
      readonly provider: 'chatwoot'
      readonly baseUrl: string
      readonly websiteToken: string
      /** The country in which it stores conversations, for the privacy policy. */
      readonly country?: string
    }
  /** The chat emulator of the local cloud. */
  | { readonly provider: 'local'; readonly baseUrl: string }
