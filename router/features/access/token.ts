import { z } from 'zod'
import { ONE_LINE } from '../../values/text.ts'

const Expire = z.int().nonnegative().meta({ description: 'Unix seconds; 0 for never', example: 0 })

/** A `path`, `path:r` or `path:rw`. Other suffixes are taken, and allow nothing. */
const Scope = z
  .string()
  .max(512)
  .regex(/^\/[!-~]*$/, 'must be a path that begins with /, with :r or :rw behind it or nothing')

export const ScopedPaths = z
  .array(Scope)
  .max(64)
  .meta({ description: 'What it may call, with all below; `:r` reads only. Empty for all', example: ['/devices:r'] })

export const TokenName = z
  .string()
  .max(128)
  .regex(ONE_LINE, 'must not contain control characters')
  .meta({ description: 'For people', example: 'dashboard' })

export const TokenValue = z
  .string()
  .min(1)
  .max(128)
  .meta({ description: 'The secret to send as a bearer', example: 'ZXhhbXBsZS1vZi1hLXRva2VuLXRoYXQtaXMtbm9uZSE' })

/** An API token as its owner sees it. */
export const Token = z.object({ Name: TokenName, Token: TokenValue, Expire, ScopedPaths }).meta({ id: 'Token' })
export type Token = z.infer<typeof Token>

/** An API token as it is kept, under the digest of its value; the value itself is sealed. */
export const KeptToken = z.object({
  Name: z.string(),
  Sealed: z.string(),
  Expire: z.int(),
  ScopedPaths: z.array(z.string()),
})
export type KeptToken = z.infer<typeof KeptToken>

/** Whether it is still good. `now` in milliseconds since 1970. */
export const isCurrent = ({ Expire }: Pick<KeptToken, 'Expire'>, now: number): boolean =>
  Expire === 0 || Expire * 1000 > now
