import { questions, rentersRights, type Question } from '#web/content/faq.ts'

/** Answers are checked against their sources at least this often. */
const reviewMonths = 6

const dueDay = ({ lawAsAt }: Question): string => {
  const date = new Date(`${lawAsAt}T12:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + reviewMonths)
  return date.toISOString().slice(0, 10)
}

/** Returns the ids of the answers that were last checked more than six months before a day. */
export const answersToReview = (
  today: Date,
  answers: readonly Question[] = [...questions, ...rentersRights],
): string[] =>
  answers.filter((answer) => dueDay(answer) < today.toISOString().slice(0, 10)).map(({ id }) => id)
