/** A British postcode without its space. The second part is always a digit and two letters. */
const pattern = /^([A-Z]{1,2}\d[A-Z\d]?)(\d[A-Z]{2})$/

/** Returns a British postcode with capitals and its space. Leaves every other text as typed: the form accepts any. */
export const formattedPostcode = (typed: string): string => {
  const [, district, rest] = pattern.exec(typed.toUpperCase().replaceAll(/\s/g, '')) ?? []
  return district === undefined || rest === undefined ? typed : `${district} ${rest}`
}
