/** Exports of this domain that other domains may use. */
export { readChatCounts } from './chat-count.repository.ts'
export { forgetChatVisitor } from './forget-visitor.ts'
export { visitorRepository } from './visitor.repository.ts'
