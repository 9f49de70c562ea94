import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { isPlainAddress } from '../../../values/text.ts'

/** The extensions of PLUS. */
export const EXTENSIONS = ['PFW', 'MESH'] as const
export const Extension = z.enum(EXTENSIONS)
export type Extension = z.infer<typeof Extension>

/** A PLUS token: 40 letters, digits and underscores. */
export const PLUS_TOKEN = /^[A-Za-z0-9_]{40}$/

/** The stored settings of PLUS. */
export const PlusSettings = z.object({
  /** Sealed by the vault; empty for none. */
  SealedToken: z.string(),
  /** The extensions that are on. They work only with a token. */
  Extensions: z.object({ PFW: z.boolean(), MESH: z.boolean() }),
})
export type PlusSettings = z.infer<typeof PlusSettings>

export const defaultPlus = (): PlusSettings => ({ SealedToken: '', Extensions: { PFW: false, MESH: false } })

interface WithSettings {
  setting(name: 'plus'): PlusSettings
}

export const hasPlus = (facts: WithSettings): boolean => facts.setting('plus').SealedToken !== ''

/** Whether an extension is on: there is a token, and the owner has started the extension. */
export const plusEnabled = (facts: WithSettings, extension: Extension): boolean =>
  hasPlus(facts) && facts.setting('plus').Extensions[extension]

/** Who decides whether a PLUS token is valid. */
export const PlusServer = z
  .strictObject({
    URL: z
      .string()
      .max(1024)
      .regex(/^(https:\/\/[A-Za-z0-9:/=@._+%~-]+)?$/, schemaPhrase('machine.httpsUrlOrEmpty'))
      .refine(isPlainAddress, schemaPhrase('machine.httpsUrlNoUserOrEmpty'))
      .meta({
        description:
          'An https address that receives tokens as `POST {"Token":"…"}` and returns status 200 for a valid one. Empty: tokens are ' +
          'checked by their form only, and the router can create one',
        example: 'https://licences.example/check',
        'x-rule': 'A valid URL without a user name or password',
      }),
  })
  .meta({ id: 'PlusServer' })
export type PlusServer = z.infer<typeof PlusServer>

export const defaultPlusServer = (): PlusServer => ({ URL: '' })
