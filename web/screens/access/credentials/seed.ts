const ISSUER = 'Sallyport'

/**
 * The content of the QR code for authenticator apps (Key URI format). SHA-1, six digits and 30 seconds are the defaults of apps.
 */
export const seedUri = (seed: string, user: string): string =>
  `otpauth://totp/${ISSUER}:${user}?secret=${seed}&issuer=${ISSUER}`

/** Groups of four characters, for typing. Apps ignore the spaces. */
export const spaced = (seed: string): string => seed.replace(/(.{4})(?=.)/g, '$1 ')
