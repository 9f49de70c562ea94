import { isDeepStrictEqual } from 'node:util'
import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { blockKindOf, heldUntil, stateOfRule } from '../../../model/firewall/rules/internet.ts'
import { pauseEnd } from '../../../model/firewall/rules/pause.ts'
import { usedToday } from '../../../model/firewall/rules/schedule.ts'
import type { parental } from '../../../model/home/schedules/contract.ts'
import { granted, isCalled, type KeptPersona, rulesOf, tagOf } from '../../../model/home/schedules/persona.ts'
import type { Handlers } from '../../../model/operation.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Draft } from '../../../store/facts.ts'
import { settle } from '../../firewall/rules/settle.ts'

const MOST_PERSONAS = 32

type Deps = Pick<Core, 'facts' | 'change' | 'clock' | 'zone'>

export function parentalHandlers({ facts, change, clock, zone }: Deps): Handlers<typeof parental> {
  const moment = () => ({ now: clock.now(), zone: zone() })
  const list = () =>
    [...facts.personas.values()]
      .map(({ PauseUntil: _pause, GrantUntil: _grant, PostponedUntil: _postponed, ...persona }) => persona)
      .sort((a, b) => (a.Name < b.Name ? -1 : 1))

  const usage = () => {
    const { now, zone: where } = moment()
    const present = (until: number): number => (until * 1000 > now ? until : 0)
    return Object.fromEntries(
      [...facts.personas.values()].map((persona) => {
        const { Tag, DailyLimitMinutes, PauseUntil, GrantUntil, PostponedUntil } = persona
        const blocks = rulesOf(persona).filter((rule) => !rule.Disabled && blockKindOf(rule))
        const until = heldUntil(blocks.map(({ Id }) => stateOfRule(facts.pfwStates.get(Id))))
        return [
          Tag,
          {
            Used: usedToday(facts.pfwUsage.get(Tag), now, where),
            Limit: DailyLimitMinutes,
            Blocked: until !== undefined,
            BlockedUntil: until ?? 0,
            PauseUntil: present(PauseUntil),
            GrantUntil: present(Math.max(GrantUntil, PostponedUntil)),
          },
        ]
      }),
    )
  }

  /** Edits the persona with this tag or name. */
  async function edit(text: string, work: (persona: KeptPersona, draft: Draft) => KeptPersona): Promise<void> {
    await change((draft) => {
      const before = [...draft.personas.rows()].find(([, persona]) => isCalled(text, persona))?.[1]
      if (!before) throw new NotFound(phrase('home.personaUnknown', JSON.stringify(text)))
      draft.personas.put(before.Tag, work(before, draft))
      settle(draft, moment())
    })
  }

  return {
    personas: list,
    async save({ body }) {
      await change((draft) => {
        const all = [...draft.personas.rows()].map(([, persona]) => persona)
        const before = all.find(({ Name }) => Name === body.Name)
        const found = before && !body.Tag ? { tag: before.Tag } : tagOf(body)
        if ('wrong' in found) throw new Invalid(found.wrong, 'Tag')
        const other = all.find(({ Tag, Name }) => Tag === found.tag && Name !== body.Name)
        if (other) throw new Invalid(phrase('home.tagOfOtherPersona', other.Name), 'Tag')
        if (!before && all.length >= MOST_PERSONAS) throw new Invalid(phrase('home.personasFull', MOST_PERSONAS))
        if (before && before.Tag !== found.tag) draft.personas.remove(before.Tag)
        const Schedules = body.Schedules ?? before?.Schedules ?? []
        draft.personas.put(found.tag, {
          Name: body.Name,
          Tag: found.tag,
          Description: body.Description ?? before?.Description ?? '',
          DailyLimitMinutes: body.DailyLimitMinutes ?? before?.DailyLimitMinutes ?? 0,
          Schedules,
          DNSFamily: body.DNSFamily ?? before?.DNSFamily ?? false,
          Disabled: body.Disabled ?? before?.Disabled ?? false,
          PauseUntil: before?.PauseUntil ?? 0,
          ...(before && isDeepStrictEqual(before.Schedules, Schedules)
            ? { GrantUntil: before.GrantUntil, PostponedUntil: before.PostponedUntil }
            : { GrantUntil: 0, PostponedUntil: 0 }),
        })
        settle(draft, moment())
      })
      return list()
    },
    async remove({ body: { Name } }) {
      await change((draft) => {
        const found = [...draft.personas.rows()].find(([, persona]) => persona.Name === Name)
        if (!found) throw new NotFound(phrase('home.personaUnknown', JSON.stringify(Name)))
        draft.personas.remove(found[0])
        draft.pfwUsage.remove(found[0])
        settle(draft, moment())
      })
      return list()
    },
    usage,
    async pause({ body: { Tag, Minutes, Until } }) {
      const isEnd = !Until && typeof Minutes === 'number' && Minutes <= 0
      const PauseUntil = isEnd ? 0 : pauseEnd({ Minutes, Until }, moment())
      await edit(Tag, (persona) => ({ ...persona, PauseUntil }))
      return usage()
    },
    async extend({ body: { Tag, Minutes } }) {
      await edit(Tag, (persona) => ({ ...persona, ...granted(persona, Minutes, moment().now), PauseUntil: 0 }))
      return usage()
    },
    async reset({ body: { Tag } }) {
      await edit(Tag, (persona, draft) => {
        draft.pfwUsage.remove(persona.Tag)
        return { ...persona, PauseUntil: 0, GrantUntil: 0, PostponedUntil: 0 }
      })
      return usage()
    },
  }
}
