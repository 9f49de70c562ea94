import type { z } from 'zod'
import type { parental } from '../../../../router/model/home/schedules/contract.ts'
import { tagOf } from '../../../../router/model/home/schedules/persona.ts'

export type PersonaUse = z.output<typeof parental.usage.details.reply>[string]

/** The tag that a new persona of this name gets; empty while the name cannot be one. */
export function personaTag(name: string): string {
  const made = tagOf({ Name: name.trim(), Tag: '' })
  return 'tag' in made ? made.tag : ''
}
