import { type Period, type RetainedKind, retentionPeriods, storagePeriods } from '#shared/values/retention.ts'

const inWords = ({ years, months, days }: Period): string =>
  years ? `${years} years` : months ? `${months} months` : `${days ?? 0} days`

/** Retention periods in words, by kind of record: '12 months'. */
export const retentionTexts: Readonly<Record<RetainedKind | keyof typeof storagePeriods, string>> = {
  unverified: inWords(retentionPeriods.unverified),
  contact: inWords(retentionPeriods.contact),
  ticket: inWords(retentionPeriods.ticket),
  chat: inWords(retentionPeriods.chat),
  audit: inWords(retentionPeriods.audit),
  emailProblem: inWords(retentionPeriods.emailProblem),
  payment: inWords(retentionPeriods.payment),
  tombstone: inWords(retentionPeriods.tombstone),
  chatVisitor: inWords(storagePeriods.chatVisitor),
  countedReferral: inWords(storagePeriods.countedReferral),
  sentEmail: inWords(storagePeriods.sentEmail),
  failedRecord: inWords(storagePeriods.failedRecord),
  logs: inWords(storagePeriods.logs),
  backups: inWords(storagePeriods.backups),
}
