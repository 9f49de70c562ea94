import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { isAbout } from '../../../../router/model/firewall/rules/internet.ts'
import { parental } from '../../../../router/model/home/schedules/contract.ts'
import type { Persona } from '../../../../router/model/home/schedules/persona.ts'
import { call } from '../../../client/client.ts'
import { may, mayChangeForAll } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { useNow } from '../../../parts/values/useNow.ts'
import { refusedTexts } from '../../../texts/firewall/refused.ts'
import { personaTexts } from '../../../texts/firewall/rules.ts'
import { scheduleTexts } from '../../../texts/home/schedules.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { labelTags } from '../devices/tag.ts'
import { otherBlocksOf, type ScheduledBlock } from './blocks.ts'
import { InternetPause } from './InternetPause.tsx'
import styles from './Schedules.module.css'
import { isSchedule, momentWords, whoWords } from './schedule.ts'
import { usePfwRules, useRuleChange, useZone } from './useSchedules.ts'
import { Week } from './Week.tsx'

const texts = scheduleTexts.device
const MINUTE_MS = 60_000

interface DeviceInternetProps {
  entry: ShownDevice
  all: readonly ShownDevice[]
  /** In place of the usual title and hint, where several devices are on a page. */
  title?: string
  hint?: string
}

/** Pauses and schedules of a device: what takes its internet now or next, when, and what ends or postpones it. */
export function DeviceInternet({ entry, all, title = texts.title, hint = texts.hint }: DeviceInternetProps) {
  const now = useNow()
  const { identity, device, name } = entry
  const { data: rules = [] } = usePfwRules()
  const personas = useQuery(query(parental.personas)).data?.filter(({ Tag }) => device.DeviceTags.includes(Tag)) ?? []
  const times = [
    ...rules
      .filter((rule) => isSchedule(rule) && !rule.Disabled && isAbout(rule, device))
      .map(({ When }) => When.Times),
    ...personas.filter(({ Disabled }) => !Disabled).map(({ Schedules }) => Schedules),
  ].flat()
  const tags = may(pfw.pause) && mayChangeForAll() ? labelTags(device.DeviceTags) : []
  const blocks = otherBlocksOf(rules, identity, device, now)
  if (!may(pfw.pause) && blocks.length + personas.length + times.length === 0) return null
  return (
    <Section title={title} hint={hint}>
      <ul className={styles.blocks}>
        <li>
          <InternetPause who={name} selected={{ Devices: [identity] }} />
        </li>
        {tags.map((tag) => (
          <li key={tag}>
            <p className={styles.devices}>{texts.tagged(tag)}</p>
            <InternetPause who={tag} selected={{ Tags: [tag] }} />
          </li>
        ))}
        {blocks.map((block) => (
          <li key={block.rule.Id}>
            <BlockRow block={block} identity={identity} entries={all} />
          </li>
        ))}
        {personas.map((persona) => (
          <PersonaBlock key={persona.Tag} persona={persona} />
        ))}
      </ul>
      {times.length > 0 && <Week times={times} label={texts.week} />}
      <div className={styles.buttons}>
        <Permitted to={pfw.add}>
          <ButtonLink to="/admin/schedules/edit" search={{ device: identity }} variant="default">
            {scheduleTexts.add}
          </ButtonLink>
          {times.length > 0 && (
            <ButtonLink to="/admin/schedules" variant="default">
              {texts.edit}
            </ButtonLink>
          )}
        </Permitted>
        <ButtonLink to="/admin/devices/$identity/refused" params={{ identity }} variant="default">
          {refusedTexts.tab}
        </ButtonLink>
      </div>
    </Section>
  )
}

interface BlockRowProps {
  block: ScheduledBlock
  identity: string
  entries: readonly ShownDevice[]
}

function BlockRow({ block: { rule, kind, extra }, identity, entries }: BlockRowProps) {
  const now = useNow()
  const zone = useZone()
  const { Id, Name, Holds, HoldsUntil, NextStart, Until, Skips } = rule
  const extend = useRuleChange((body: { Minutes: number; Device?: string }) =>
    call(pfw.extend, { params: { id: Id }, body }),
  )
  const what =
    kind === 'pause'
      ? texts.pauseOf(whoWords(rule, entries))
      : kind === 'limit'
        ? texts.limit(Name)
        : texts.schedule(Name)
  const state =
    extra > 0
      ? texts.resumed(what, momentWords(extra, now, zone))
      : Holds
        ? texts.blocked(what, HoldsUntil > 0 ? momentWords(HoldsUntil, now, zone) : '')
        : texts.next(what, momentWords(NextStart, now, zone))
  const isOwn = Skips.some(({ Device }) => Device === identity)
  const minutes = kind === 'pause' ? Math.max(1, Math.ceil((Until * 1000 - now) / MINUTE_MS)) : 60
  return (
    <div className={styles.running} role="status">
      <span className={styles.state} data-state={Holds && extra === 0 ? 'holds' : 'none'}>
        {state}
      </span>
      {!may(pfw.extend) ? null : extra === 0 ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={extend.isPending}
          onClick={() => extend.mutate({ Minutes: minutes, Device: identity })}
        >
          {kind === 'pause' ? texts.resume : texts.hour}
        </Button>
      ) : (
        (isOwn || mayChangeForAll()) && (
          <Button
            size="compact-sm"
            variant="default"
            loading={extend.isPending}
            onClick={() => extend.mutate({ Minutes: 0, ...(isOwn && { Device: identity }) })}
          >
            {texts.end}
          </Button>
        )
      )}
      <SaveError error={extend.error} />
    </div>
  )
}

/** What the times of a persona take from its devices now. Nothing while they do not. */
function PersonaBlock({ persona: { Name, Tag } }: { persona: Persona }) {
  const now = useNow()
  const zone = useZone()
  const use = useQuery({ ...query(parental.usage), refetchInterval: MINUTE_MS }).data?.[Tag]
  const extend = useRuleChange((Minutes: number) => call(parental.extend, { body: { Tag, Minutes } }))
  if (!use || (!use.Blocked && use.GrantUntil === 0)) return null
  const { PauseUntil, GrantUntil, Used, Limit, BlockedUntil } = use
  const end = BlockedUntil > 0 ? momentWords(BlockedUntil, now, zone) : ''
  const isLimit = Limit > 0 && Used >= Limit
  return (
    <li>
      <div className={styles.running} role="status">
        <span className={styles.state} data-state={use.Blocked ? 'holds' : 'none'}>
          {!use.Blocked
            ? personaTexts.granted(momentWords(GrantUntil, now, zone))
            : PauseUntil > 0
              ? texts.blocked(texts.pauseOf(Name), momentWords(PauseUntil, now, zone))
              : texts.blocked(isLimit ? texts.limitOf(Name, Limit) : texts.persona(Name), end)}
        </span>
        <Permitted to={parental.extend}>
          <Button size="compact-sm" variant="default" loading={extend.isPending} onClick={() => extend.mutate(60)}>
            {texts.more(Name)}
          </Button>
          {GrantUntil > 0 && (
            <Button size="compact-sm" variant="default" loading={extend.isPending} onClick={() => extend.mutate(0)}>
              {texts.end}
            </Button>
          )}
        </Permitted>
        <SaveError error={extend.error} />
      </div>
    </li>
  )
}
