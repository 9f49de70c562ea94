import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { parental } from '../../../../router/model/home/schedules/contract.ts'
import type { Persona } from '../../../../router/model/home/schedules/persona.ts'
import { call } from '../../../client/client.ts'
import { may } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { useNow } from '../../../parts/values/useNow.ts'
import { personaTexts as texts } from '../../../texts/firewall/rules.ts'
import { scheduleTexts } from '../../../texts/home/schedules.ts'
import { list } from '../../../texts/list.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { PersonaPause } from './PersonaPause.tsx'
import type { PersonaUse } from './persona.ts'
import styles from './Schedules.module.css'
import { momentWords } from './schedule.ts'
import { useRuleChange, useZone } from './useSchedules.ts'

const MINUTE_MS = 60_000

/** The personas, each with its minutes of today, a pause, and more time. */
export function Personas({ entries }: { entries: readonly ShownDevice[] }) {
  const { data: personas, error } = useQuery(query(parental.personas))
  const { data: usage } = useQuery({ ...query(parental.usage), refetchInterval: MINUTE_MS })
  return (
    <Section title={texts.title} hint={texts.hint}>
      <SaveError error={error} />
      {personas && personas.length > 0 && (
        <ul className={styles.personas}>
          {personas.map((persona) => (
            <li key={persona.Tag}>
              <PersonaRow persona={persona} use={usage?.[persona.Tag]} entries={entries} />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.buttons}>
        <Permitted to={parental.save}>
          <ButtonLink to="/admin/schedules/persona" variant="default">
            {texts.add}
          </ButtonLink>
        </Permitted>
      </div>
    </Section>
  )
}

interface PersonaRowProps {
  persona: Persona
  use: PersonaUse | undefined
  entries: readonly ShownDevice[]
}

function PersonaRow({ persona: { Name, Tag, Disabled }, use, entries }: PersonaRowProps) {
  const now = useNow()
  const zone = useZone()
  const { Used = 0, Limit = 0, Blocked = false, BlockedUntil = 0, PauseUntil = 0, GrantUntil = 0 } = use ?? {}
  const extend = useRuleChange((Minutes: number) => call(parental.extend, { body: { Tag, Minutes } }))
  const names = entries.filter(({ device }) => device.DeviceTags.includes(Tag)).map(({ name }) => name)
  const state = Disabled
    ? texts.off
    : Blocked
      ? PauseUntil === 0
        ? scheduleTexts.state.holds(BlockedUntil > 0 ? momentWords(BlockedUntil, now, zone) : '')
        : ''
      : GrantUntil > 0
        ? texts.granted(momentWords(GrantUntil, now, zone))
        : ''
  return (
    <div className={styles.persona}>
      <h3>{Name}</h3>
      <p className={styles.devices}>{names.length > 0 ? list(names) : texts.noDevices}</p>
      {Limit > 0 && <Progress value={Math.min(100, (100 * Used) / Limit)} aria-label={texts.meter(Name)} />}
      <p>{texts.used(Used, Limit)}</p>
      <p className={styles.state} data-state={Blocked ? 'holds' : 'none'} role="status">
        {state}
      </p>
      {!Disabled && <PersonaPause name={Name} tag={Tag} until={PauseUntil} />}
      <div className={styles.buttons}>
        <Permitted to={parental.extend}>
          <Button variant="default" loading={extend.isPending} onClick={() => extend.mutate(60)}>
            {texts.more}
          </Button>
          {GrantUntil > 0 && (
            <Button variant="default" loading={extend.isPending} onClick={() => extend.mutate(0)}>
              {texts.endMore}
            </Button>
          )}
        </Permitted>
        <ButtonLink to="/admin/schedules/persona" search={{ name: Name }} variant="default">
          {may(parental.save) ? texts.edit : scheduleTexts.view}
        </ButtonLink>
      </div>
      <SaveError error={extend.error} />
    </div>
  )
}
