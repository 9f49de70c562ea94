/** The domain of the home's own names. */
export const DOMAIN = 'lan'
