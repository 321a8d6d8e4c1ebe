/** The description of the admin area until it is known that the user is an admin. */
export const adminDescription = 'The admin area of the service.'
