import { createHash, randomBytes } from 'node:crypto'

/** A new secret value to be shown as a bearer: 32 random bytes, 43 characters of base64url. */
export const newCredential = (): string => randomBytes(32).toString('base64url')

/**
 * What a bearer's row is kept under. Such a value cannot be guessed, so a plain hash keeps it as well as a slow one; and how
 * long a look-up by it takes says nothing about the value that was shown.
 */
export const digestOf = (credential: string): string => createHash('sha256').update(credential).digest('base64url')
