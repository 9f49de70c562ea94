import { z } from 'zod'
import { schemaPhrase } from '../../../phrases/phrase.ts'
import { ONE_LINE } from '../../../values/text.ts'

const MOST_THEMES = 32
const MOST_BYTES = 64 * 1024

const Colour = z
  .string()
  .regex(/^#([0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$/, schemaPhrase('plugins.themeColour'))
  .meta({ example: '#101418' })

const Theme = z
  .object({
    id: z
      .string()
      .regex(/^custom-[a-z0-9-]{1,64}$/, schemaPhrase('plugins.themeId'))
      .meta({ description: 'Identifies the theme', example: 'custom-night' }),
    name: z
      .string()
      .min(1)
      .max(64)
      .regex(ONE_LINE, schemaPhrase('field.noControlCharacters'))
      .meta({ description: 'The name that clients show', example: 'Night' }),
    spec: z
      .object({
        colorMode: z.enum(['light', 'dark']).meta({ description: 'Light or dark' }),
        accent: Colour.meta({ description: 'The colour of buttons and links' }),
        background: Colour.meta({ description: 'The colour of the page' }),
        card: Colour.meta({ description: 'The colour of cards' }),
        text: Colour.meta({ description: 'The colour of text' }),
        font: z.string().max(256).optional().meta({ description: 'A font that a client has chosen' }),
      })
      .meta({ description: 'What the theme looks like' }),
  })
  .meta({ id: 'Theme' })

/** Themes of clients: at most 32, with different ids, in at most 64 KiB of JSON. */
export const Themes = z
  .array(Theme)
  .max(MOST_THEMES)
  .refine(
    (themes) => new Set(themes.map(({ id }) => id)).size === themes.length,
    schemaPhrase('plugins.themeIdsUnique'),
  )
  .refine((themes) => JSON.stringify(themes).length <= MOST_BYTES, schemaPhrase('plugins.themeJsonSize'))
  .meta({
    description: 'Themes of the web client',
    example: [
      {
        id: 'custom-night',
        name: 'Night',
        spec: { colorMode: 'dark', accent: '#4dabf7', background: '#101418', card: '#1a1f24', text: '#e6e6e6' },
      },
    ],
  })
export type Themes = z.infer<typeof Themes>

/** Experimental features: switches of parts of a web client, which only clients read. */
export const FeatureFlags = z
  .array(z.enum(['webllm', 'rustap'], schemaPhrase('plugins.experimentUnknown')))
  .max(8)
  .transform((flags) => [...new Set(flags)])
  .meta({ example: ['webllm'] })
export type FeatureFlags = z.output<typeof FeatureFlags>
