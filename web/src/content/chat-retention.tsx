import { retentionTexts } from './retention-texts.ts'
import { useChatConfig } from '#web/lib/use-chat-provider.ts'

/** States how long live chat conversations are kept, and who deletes them for the stage's chat provider. */
export const ChatRetention = () => (
  <>
    Live chat messages: {retentionTexts.chat} from the last message of the conversation.{' '}
    {/* The provider is known only in the browser, because all stages share the prerendered pages. */}
    <span data-now>
      <Deletion />
    </span>
  </>
)

const deletion = `Every night we delete the conversations that have reached ${retentionTexts.chat}. When an account is deleted, we remove its holder’s name and email address from the chat provider.`

/**
 * A text that is true for every provider. Shown until the stage's provider is known, and to visitors without
 * JavaScript.
 */
const unknown = `If our chat provider is Chatwoot, we check every night and delete the conversations that have reached ${retentionTexts.chat}. If it is Tawk.to, which stores them in the United States, we delete them by hand at the start of each month, so some are kept a few weeks longer than ${retentionTexts.chat}.`

const Deletion = () => {
  const chat = useChatConfig()
  if (chat === undefined) return unknown
  if (chat === 'none') return null
  switch (chat.provider) {
    case 'tawk':
      return `Our chat provider, Tawk.to, stores them in the United States. It deletes nothing by itself. At the start of each month we delete by hand the conversations that have reached ${retentionTexts.chat}, and record that we have done so. A conversation can therefore be kept for a few weeks longer than ${retentionTexts.chat}. If you delete your account, the conversations keep your name and email address until then.`
    case 'chatwoot':
      return `Our chat provider, Chatwoot, stores them${chat.country ? ` in ${chat.country}` : ''}. ${deletion}`
    case 'local':
      return `Our chat provider, Chatwoot, stores them. ${deletion}`
  }
}
