// Without schemas: the threads of the resolver load this file.

/** The domain of the home's own names. */
export const DOMAIN = 'lan'

/** `nas` is short for `nas.lan`. */
export const withDomain = (name: string): string => (name.includes('.') ? name : `${name}.${DOMAIN}`)

/** The name of the router in the wifi network for the setup. */
export const SETUP_NAME = 'spr.setup'
