import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { isPlainAddress } from '../../../values/text.ts'

/** The channels there are: releases, and what is being developed. `main` is the usual one. */
export const CHANNELS = ['main', '-dev'] as const

/** Which release the owner wants; empty for the usual channel, and its newest version. */
export const ReleaseSettings = z
  .object({
    CustomChannel: z.enum(['', ...CHANNELS]).meta({ description: 'Empty and `main` mean the same', example: '-dev' }),
    CustomVersion: z
      .string()
      .max(128)
      .regex(/^([A-Za-z0-9_][A-Za-z0-9_.-]*)?$/, schemaPhrase('machine.releaseNameCharacters'))
      .meta({ description: 'Empty for the newest', example: '0.1.3' }),
  })
  .meta({ id: 'ReleaseSettings' })
export type ReleaseSettings = z.infer<typeof ReleaseSettings>

/** The channel that is selected. */
export const releaseChannel = ({ CustomChannel }: ReleaseSettings): (typeof CHANNELS)[number] => CustomChannel || 'main'

export const defaultRelease = (): ReleaseSettings => ({ CustomChannel: '', CustomVersion: '' })

/** Whether new releases are reported, and installed automatically. */
export const UpdateSettings = z.object({ Check: z.boolean(), Auto: z.boolean() })
export type UpdateSettings = z.infer<typeof UpdateSettings>

export const defaultUpdates = (): UpdateSettings => ({ Check: false, Auto: false })

/** Where releases are found. */
export const ReleaseSource = z
  .strictObject({
    URL: z
      .string()
      .max(1024)
      .regex(/^(https:\/\/[A-Za-z0-9:/=@._+?%~&-]+)?$/, schemaPhrase('machine.httpsUrlOrEmpty'))
      .refine(isPlainAddress, schemaPhrase('machine.httpsUrlNoUserOrEmpty'))
      .meta({
        description:
          'For a router that was installed from a signed release: the https address of a repository of releases; empty for the one that the ' +
          'installed release names. For a router that runs from a checkout: an https address that returns the newest version of each ' +
          'channel as a JSON object, such as `{"main":"0.2.0","-dev":"0.3.0-dev.1"}`, or the dist-tags of an npm package (`latest`, `dev`); ' +
          'empty: no server is queried. Redirects are not followed there',
        example: 'https://releases.example/sallyport',
        'x-rule': 'A valid URL without a user name or password',
      }),
  })
  .meta({ id: 'ReleaseSource' })
export type ReleaseSource = z.infer<typeof ReleaseSource>

export const defaultReleaseSource = (): ReleaseSource => ({ URL: '' })
