/** Exports of this domain that other domains may use. */
export { deleteEmailsTo, deleteSignUpEmails } from './delete-emails.ts'
export { emailProblemRepository, type EmailProblemRepository } from './email-problem.repository.ts'
export { outboxRepository } from './outbox.repository.ts'
