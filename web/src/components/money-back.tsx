import { Link } from 'react-router-dom'
import * as paths from '#shared/values/site-map.ts'

/** Says in one sentence what the money back guarantee is. Every page that names the guarantee uses it. */
export const MoneyBack = () => (
  <>
    You can <Link to={paths.withdraw}>withdraw within 14 days</Link> of buying and get your money back, less a
    fair part for the service you’ve already had.
  </>
)
