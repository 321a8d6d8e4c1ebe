/** A user with a pass, as the search returns her. */
export const nadia = {
  id: 'user-1',
  email: 'nadia@agency.example',
  created_at: '2026-07-01T23:30:00.000Z',
  last_sign_in_at: null,
  full_name: 'Nadia Hill',
  company_name: 'Quayside Homes',
  subscription_status: 'pass',
}
