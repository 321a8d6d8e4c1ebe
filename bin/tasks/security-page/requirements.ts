/**
 * Number of requirements of level 1 or 2 in each section of the OWASP Application Security Verification Standard 5.0.0.
 * In each section, the standard numbers them before the requirements of level 3. Sections that only have requirements
 * of level 3 are left out.
 */
const sections: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
}

/** The numbers of all requirements up to level 2, such as `8.2.1`, in order. */
export const requirements: readonly string[] = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
)

const number = /\d+\.\d+\.\d+/g

/** Expands the numbers of a cell: `1.2.5 to 1.2.8, 1.3.8`. A range contains the requirements up to level 2 only. */
const numbersIn = (cell: string): string[] =>
  cell.split(',').flatMap((part) => {
    const [first = '', last = first] = part.match(number) ?? []
    const [from, to] = [requirements.indexOf(first), requirements.indexOf(last)]
    return part.includes(' to ') && from >= 0 && to >= 0 ? requirements.slice(from, to + 1) : [first]
  })

/**
 * Returns the requirements that a page assesses: in each row of a table, the numbers of the cell that has only numbers.
 */
export const assessedIn = (page: string): string[] =>
  page.split('\n').flatMap((line) =>
    line.startsWith('|')
      ? line
          .split('|')
          .filter((cell) => /^\s*\d+\.\d+\.\d+(?:(?:,| to) \d+\.\d+\.\d+)*\s*$/.test(cell))
          .slice(0, 1)
          .flatMap(numbersIn)
      : [],
  )

/** Returns which requirements a page leaves out or assesses twice. */
export const assessmentProblems = (page: string): string[] => {
  const assessed = assessedIn(page)
  const twice = assessed.filter((one, at) => assessed.indexOf(one) !== at)
  return [
    ...requirements
      .filter((one) => !assessed.includes(one))
      .map((one) => `Requirement ${one} is not assessed`),
    ...twice.map((one) => `Requirement ${one} is assessed twice`),
  ]
}
