import { z } from 'zod'
import type { PhraseJson } from '../phrases/phrase.ts'

/** A message of the router as a code with its values. */
export const CodedMessage: z.ZodType<PhraseJson, PhraseJson> = z
  .object({
    Code: z.string().meta({
      description: 'What it says. It stays when the sentence is reworded',
      example: 'firewall.policyAllows',
    }),
    Values: z.array(z.union([z.string(), z.looseObject({ Code: z.string().meta({ description: 'As above' }) })])).meta({
      description: 'What is filled in: texts, or messages with `Code` and `Values` in turn',
      example: ['phone'],
    }),
  })
  .meta({ id: 'CodedMessage' }) as unknown as z.ZodType<PhraseJson, PhraseJson>
