/** The domain of the home's own names. */
export const DOMAIN = 'lan'

/** `nas` is short for `nas.lan`. */
export const withDomain = (name: string): string => (name.includes('.') ? name : `${name}.${DOMAIN}`)
