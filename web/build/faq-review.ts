import { addMonths } from '#shared/rules/months.ts'
import { questions, rentersRights, type Question } from '#web/content/faq.ts'

/** Answers are checked against their sources at least this often. */
const reviewMonths = 6

const dueDay = ({ lawAsAt }: Question): string =>
  addMonths(new Date(lawAsAt), reviewMonths).toISOString().slice(0, 10)

/** Returns the ids of the answers that were last checked more than six months before a day. */
export const answersToReview = (
  today: Date,
  answers: readonly Question[] = [...questions, ...rentersRights],
): string[] =>
  answers.filter((answer) => dueDay(answer) < today.toISOString().slice(0, 10)).map(({ id }) => id)
