import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { ONE_LINE } from '../../../values/text.ts'

const Expire = z.int().nonnegative().meta({ description: 'Unix seconds; 0 for never', example: 0 })

/** A `path`, `path:r` or `path:rw`. Entries with other suffixes are accepted and allow nothing. */
const Scope = z
  .string()
  .max(512)
  .regex(/^\/[!-~]*$/, schemaPhrase('access.tokenPath'))

export const ScopedPaths = z
  .array(Scope)
  .max(64)
  .meta({
    description: 'Paths that it may call, including those below; `:r` permits reading only. Empty for all',
    example: ['/devices:r'],
  })

export const TokenName = z
  .string()
  .max(128)
  .regex(ONE_LINE, schemaPhrase('field.noControlCharacters'))
  .meta({ description: 'For people', example: 'dashboard' })

export const TokenValue = z
  .string()
  .min(1)
  .max(128)
  .meta({ description: 'The bearer token', example: 'ZXhhbXBsZS1vZi1hLXRva2VuLXRoYXQtaXMtbm9uZSE' })

/** An API token, with the field names of API 0.3.0. */
export const Token = z.object({ Name: TokenName, Token: TokenValue, Expire, ScopedPaths }).meta({ id: 'Token' })
export type Token = z.infer<typeof Token>

/** An API token as stored, under the digest of its value; the value itself is sealed. */
export const KeptToken = z.object({
  Name: z.string(),
  Sealed: z.string(),
  Expire: z.int(),
  ScopedPaths: z.array(z.string()),
})
export type KeptToken = z.infer<typeof KeptToken>

/** Whether the token has not expired. `now` in milliseconds since 1970. */
export const isCurrent = ({ Expire }: Pick<KeptToken, 'Expire'>, now: number): boolean =>
  Expire === 0 || Expire * 1000 > now
