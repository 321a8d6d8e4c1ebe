/**
 * What the pages need to know to load the chat of a stage. All of it is public: it stands in the address of
 * the widget's script.
 */
export type ChatConfig =
  | { readonly provider: 'tawk'; readonly propertyId: string; readonly widgetId: string }
  | { readonly provider: 'chatwoot'; readonly baseUrl: string; readonly websiteToken: string }
  /** The stand-in of the local cloud. */
  | { readonly provider: 'local'; readonly baseUrl: string }
