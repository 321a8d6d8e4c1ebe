import { useEffect, useState } from 'react'
import type { ChatConfig } from '#shared/values/chat.ts'
import { siteConfig } from './config.ts'

/** Returns the stage's chat provider, `none` if it has none, or undefined while the settings are not known. */
export const useChatProvider = (): ChatConfig['provider'] | 'none' | undefined => {
  const [provider, setProvider] = useState<ChatConfig['provider'] | 'none'>()
  useEffect(() => {
    siteConfig().then(
      ({ chat }) => setProvider(chat?.provider ?? 'none'),
      // Without the settings, pages show what is true for every provider.
      () => undefined,
    )
  }, [])
  return provider
}
