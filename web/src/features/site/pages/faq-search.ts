import { fold } from '#shared/rules/fold.ts'
import { questions, rentersRights, type Question } from '#web/content/faq.ts'

const textOf = ({ question, answer, countries, sources }: Question): string =>
  fold([question, ...answer, ...countries, ...sources.map(({ title }) => title)].join(' '))

/**
 * Returns the answers that contain every word of a search, in the order of the page. The answers have typographic
 * apostrophes and keyboards do not, so signs do not matter.
 */
export const findAnswers = (search: string): readonly Question[] => {
  const words = fold(search).split(' ')
  return [...questions, ...rentersRights].filter((entry) => {
    const text = textOf(entry)
    return words.every((word) => text.includes(word))
  })
}
