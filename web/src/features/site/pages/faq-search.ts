import { questions, rentersRights, type Question } from '#web/content/faq.ts'

const textOf = ({ question, answer, countries, sources }: Question): string =>
  [question, ...answer, ...countries, ...sources.map(({ title }) => title)].join(' ').toLowerCase()

/** Returns the answers that contain every word of a search, in the order of the page. */
export const findAnswers = (search: string): readonly Question[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return [...questions, ...rentersRights].filter((entry) => {
    const text = textOf(entry)
    return words.every((word) => text.includes(word))
  })
}
