import { z } from 'zod'
import { filledLine, line } from '../../../values/text.ts'

/** A kind that the owner has set. */
export const Correction = z
  .object({
    Vendor: line(64).default('').meta({ description: 'The manufacturer; may be empty', example: 'Brother' }),
    Category: filledLine(32).meta({ description: 'The kind of device', example: 'Printer' }),
    Model: line(64).default('').meta({ description: 'The model; may be empty', example: 'HL-L2350DW' }),
    Evidence: z
      .array(line(256))
      .max(8)
      .default([])
      .meta({ description: 'Reasons; without any, that the owner has set it' }),
  })
  .meta({ id: 'ClassificationCorrection' })
export type Correction = z.infer<typeof Correction>

export const KeptCorrection = Correction.extend({
  MAC: z.string(),
  /** Milliseconds since 1970. */
  At: z.number(),
})
export type KeptCorrection = z.infer<typeof KeptCorrection>
