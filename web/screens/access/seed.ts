import { ADMIN } from '../../../router/features/access/onetime.ts'

const ISSUER = 'SPR-OTP'

/** What an authenticator app reads from a picture (Key URI format): SHA-1, six digits and 30 seconds are what it takes for granted. */
export const seedUri = (seed: string): string => `otpauth://totp/${ISSUER}:${ADMIN}?secret=${seed}&issuer=${ISSUER}`

/** In groups of four, for somebody who types it. Apps leave the spaces out. */
export const spaced = (seed: string): string => seed.replace(/(.{4})(?=.)/g, '$1 ')
