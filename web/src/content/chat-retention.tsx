import { useChatProvider } from '#web/lib/use-chat-provider.ts'

/** States who stores live chat conversations, and how they are deleted, for the stage's chat provider. */
export const ChatRetention = () => {
  const provider = useChatProvider()
  switch (provider) {
    case 'tawk':
      return (
        <>
          Live chat messages: 12 months. Our chat provider, Tawk.to, stores them in the United States. It
          deletes nothing by itself, so once a month we delete the conversations that are older than 12 months
          by hand. A conversation can therefore be kept for up to 13 months.
        </>
      )
    case 'chatwoot':
    case 'local':
      return (
        <>
          Live chat messages: 12 months from the last message of the conversation. They’re stored by our chat
          provider, Chatwoot. Every night we delete the conversations whose time is up.
        </>
      )
    case 'none':
    case undefined:
      return <>Live chat messages: 12 months from the last message of the conversation.</>
  }
}
