/**
 * Words and phrases that mean the same in lettings. A search for one also finds texts with any other on the same line.
 */
export const searchSynonyms: readonly (readonly string[])[] = [
  ['s8', 'section 8', 'sec 8'],
  ['s13', 'section 13', 'sec 13'],
  ['s21', 'section 21', 'sec 21', 'no fault'],
  ['s48', 'section 48', 'sec 48'],
  ['s173', 'section 173', 'sec 173'],
  ['hmo', 'house in multiple occupation', 'shared house', 'shared home'],
  ['r2r', 'rent2rent', 'rent to rent'],
  ['ast', 'assured shorthold'],
  ['epc', 'energy performance'],
  ['eicr', 'electrical installation condition', 'electrical safety'],
  ['cp12', 'gas safety'],
  ['rra', 'renters rights', 'renters reform'],
  ['rtr', 'right to rent'],
  ['tds', 'tenancy deposit', 'deposit scheme', 'deposit protection'],
  ['deposit', 'bond'],
  ['eviction', 'evict', 'possession', 'repossession'],
  ['arrears', 'late rent', 'unpaid rent', 'rent owed'],
  ['rent increase', 'rent rise', 'raising the rent', 'changing the rent', 'rent review'],
  ['tenant', 'contract holder', 'renter'],
  ['pet', 'animal', 'dog', 'cat'],
  ['inventory', 'schedule of condition'],
  ['licence', 'license'],
]
