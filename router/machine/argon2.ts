import { type Argon2Parameters, argon2 } from 'node:crypto'
import { promisify } from 'node:util'

/** Derives bytes from a password with argon2id (RFC 9106), in another thread. */
export const deriveArgon2id = (parameters: Argon2Parameters): Promise<Buffer> => derive('argon2id', parameters)

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>
