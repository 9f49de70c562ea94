import { z } from 'zod'
import { type Phrase, phrase } from '../../../phrases/phrase.ts'
import { filledLine, line } from '../../../values/text.ts'
import { EVERY_DEVICE, PERSONA_ORDER, type Rule } from '../../firewall/rules/pfwrule.ts'
import { TimeWindow } from '../../firewall/rules/window.ts'
import { isLabel, labelOf } from '../groups/group.ts'

/** The beginning of the tags of personas. Devices with the tag belong to the persona. */
export const PREFIX = 'persona:'

/** A stored persona. */
export const Persona = z
  .object({
    Name: filledLine(48).meta({ description: 'The name', example: 'kids' }),
    Tag: z.string().meta({ description: 'The tag of its devices; begins with `persona:`', example: 'persona:kids' }),
    Description: z.string().meta({ description: 'A note for people' }),
    DailyLimitMinutes: z
      .int()
      .meta({ description: 'Minutes of internet a day for all its devices together; 0 for no limit' }),
    Schedules: z.array(TimeWindow).meta({ description: 'When its devices have no internet, such as at bedtime' }),
    DNSFamily: z.boolean().meta({ description: 'Its devices use the upstream resolvers for families' }),
    Disabled: z.boolean().meta({ description: 'It is kept, and has no effect' }),
  })
  .meta({ id: 'Persona' })
export type Persona = z.output<typeof Persona>

/** With the times that other calls set, until which it is paused, has no limit, and has no schedule. Unix seconds; 0 for none. */
export const KeptPersona = Persona.extend({ PauseUntil: z.int(), GrantUntil: z.int(), PostponedUntil: z.int() })
export type KeptPersona = z.infer<typeof KeptPersona>

export const PersonaInput = z
  .object({
    Name: Persona.shape.Name,
    Tag: z.string().max(200).nullish().meta({ description: 'Empty: `persona:` and the name' }),
    Description: line(256).nullish().meta({ description: 'A note for people' }),
    DailyLimitMinutes: z
      .int()
      .min(0)
      .max(24 * 60)
      .nullish()
      .meta({ description: '0 for no limit', example: 120 }),
    Schedules: z.array(TimeWindow).max(32).nullish().meta({ description: 'When its devices have no internet' }),
    DNSFamily: z.boolean().nullish().meta({ description: 'Use the upstream resolvers for families' }),
    Disabled: z.boolean().nullish().meta({ description: 'Keep it without effect' }),
  })
  .meta({
    id: 'PersonaInput',
    example: {
      Name: 'kids',
      DailyLimitMinutes: 120,
      Schedules: [{ Days: [1, 1, 1, 1, 1, 0, 0], Start: '21:00', End: '07:00' }],
    },
  })
export type PersonaInput = z.output<typeof PersonaInput>

/** The tag of a persona in its one spelling; undefined with the reason if it cannot be one. */
export function tagOf({ Name, Tag }: Pick<PersonaInput, 'Name' | 'Tag'>): { tag: string } | { wrong: Phrase } {
  const tag = labelOf(Tag || `${PREFIX}${Name}`)
  if (!tag.startsWith(PREFIX) || tag === PREFIX) return { wrong: phrase('home.personaTag', PREFIX) }
  return isLabel(tag) ? { tag } : { wrong: phrase('home.label') }
}

/** Whether a persona has this tag or name. */
export const isCalled = (text: string, { Tag, Name }: Pick<KeptPersona, 'Tag' | 'Name'>): boolean =>
  text === Name || labelOf(text) === Tag || labelOf(`${PREFIX}${text}`) === Tag

/** What a rule of a persona does. */
type PersonaRulePart = 'pause' | 'schedule' | 'limit' | 'family'

/** The identifier of a rule of a persona. No rule of an owner has it. */
const personaRuleId = (tag: string, part: PersonaRulePart): string => `${tag} ${part}`

/** A rule that the router derives, with the name under which its minutes are counted. */
export type DerivedRule = Rule & { readonly countedAs: string }

/** The rules of a persona. */
export function rulesOf(persona: KeptPersona): DerivedRule[] {
  const { Name, Tag, Schedules, DailyLimitMinutes, DNSFamily, PauseUntil, GrantUntil, PostponedUntil, Disabled } =
    persona
  const skipsUntil = (Until: number): Rule['Skips'] => (Until > 0 ? [{ Device: EVERY_DEVICE, Until }] : [])
  const When = { Devices: [], Tags: [Tag], Groups: [], Times: [], Online: [], UsedMinutes: 0 }
  const To = {
    Place: 'internet',
    Networks: [],
    Domains: [],
    Countries: [],
    ASNs: [],
    Protocol: 'any',
    Port: 'any',
  } as const
  const rule = (part: PersonaRulePart, own: Partial<Rule>): DerivedRule => ({
    ...{
      Id: personaRuleId(Tag, part),
      Name,
      Disabled,
      Order: PERSONA_ORDER,
      When,
      To,
      Do: { Kind: 'block' },
      Until: 0,
    },
    ...{ Skips: [], Number: 0, countedAs: Tag },
    ...own,
    To: { ...To, Networks: [], Domains: [], Countries: [], ASNs: [] },
  })
  return [
    ...(PauseUntil > 0 ? [rule('pause', { Until: PauseUntil, Order: Number.MIN_SAFE_INTEGER })] : []),
    ...(Schedules.length > 0
      ? [rule('schedule', { When: { ...When, Times: Schedules }, Skips: skipsUntil(PostponedUntil) })]
      : []),
    ...(DailyLimitMinutes > 0
      ? [rule('limit', { When: { ...When, UsedMinutes: DailyLimitMinutes }, Skips: skipsUntil(GrantUntil) })]
      : []),
    ...(DNSFamily ? [rule('family', { Do: { Kind: 'family' } })] : []),
  ]
}

export type Grant = Pick<KeptPersona, 'GrantUntil' | 'PostponedUntil'>

/**
 * The extra time of a persona after `minutes` more, during which neither its schedule nor its limit applies: from now, or after extra time
 * that is running. A time without internet that begins later is unchanged, one that begins earlier begins at the end of the extra time.
 * `now` in milliseconds since 1970; the result in Unix seconds, 0 for none.
 */
export function granted({ GrantUntil, PostponedUntil }: Grant, minutes: number, now: number): Grant {
  if (minutes <= 0) return { GrantUntil: 0, PostponedUntil: 0 }
  const until = Math.max(Math.ceil(now / 1000), GrantUntil, PostponedUntil) + minutes * 60
  return { GrantUntil: until, PostponedUntil: until }
}
