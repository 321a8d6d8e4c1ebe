import { useEffect, useState } from 'react'
import type { ChatConfig } from '#shared/values/chat.ts'
import { siteConfig } from './config.ts'

/** Returns the stage's chat settings, `none` if it has no chat, or undefined while they are not known. */
export const useChatConfig = (): ChatConfig | 'none' | undefined => {
  const [config, setConfig] = useState<ChatConfig | 'none'>()
  useEffect(() => {
    siteConfig().then(
      ({ chat }) => setConfig(chat ?? 'none'),
      // Without the settings, pages show what is true for every provider.
      () => undefined,
    )
  }, [])
  return config
}

/** Returns the stage's chat provider, `none` if it has none, or undefined while the settings are not known. */
export const useChatProvider = (): ChatConfig['provider'] | 'none' | undefined => {
  const config = useChatConfig()
  return config === 'none' ? config : config?.provider
}
