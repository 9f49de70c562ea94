import { Button } from '@mantine/core'
import { IconMoon } from '@tabler/icons-react'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { type RuleNow, ruleNow } from '../../../../router/model/firewall/rules/internet.ts'
import { isPause } from '../../../../router/model/firewall/rules/pause.ts'
import { call } from '../../../client/client.ts'
import { may } from '../../../client/may.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { ScreenHead } from '../../../parts/layout/ScreenHead.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { ruleTexts } from '../../../texts/firewall/rules.ts'
import { scheduleTexts as texts } from '../../../texts/home/schedules.ts'
import { list } from '../../../texts/list.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { useEntries } from '../devices/useEntries.ts'
import { PauseForm } from './PauseForm.tsx'
import { Personas } from './Personas.tsx'
import { RuleSection } from './RuleSection.tsx'
import styles from './Schedules.module.css'
import { extraUntil, isSchedule, type ListedRule, momentWords, whoWords } from './schedule.ts'
import { usePfwRules, useRuleChange, useZone } from './useSchedules.ts'
import { Week } from './Week.tsx'
import { ZoneNote } from './ZoneNote.tsx'

/** Times without internet, and pauses. */
export function SchedulesScreen() {
  usePageTitle(texts.title)
  const { data, error, refetch } = usePfwRules()
  const { entries, error: unknown } = useEntries()
  const failure = error ?? unknown
  const schedules = data?.filter(isSchedule) ?? []
  const pauses = data?.filter(isPause) ?? []
  const isEmpty = data !== undefined && entries !== undefined && schedules.length === 0
  const add = (
    <Permitted to={pfw.add}>
      <ButtonLink to="/admin/schedules/edit">{texts.add}</ButtonLink>
    </Permitted>
  )
  return (
    <>
      <ScreenHead title={texts.title} hint={texts.hint}>
        {!isEmpty && add}
      </ScreenHead>
      {data && entries ? (
        <div className={styles.page}>
          <ZoneNote />
          {isEmpty && (
            <Face icon={<IconMoon size={36} stroke={1.3} />} title={texts.empty} hint={texts.emptyHint}>
              {add}
            </Face>
          )}
          <ul className={styles.list}>
            {schedules.map((rule) => (
              <li key={rule.Id}>
                <ScheduleCard rule={rule} entries={entries} />
              </li>
            ))}
          </ul>
          <Personas entries={entries} />
          {(may(pfw.pause) || pauses.length > 0) && <PauseForm pauses={pauses} entries={entries} />}
          <Section title={ruleTexts.link} hint={ruleTexts.linkHint}>
            <div className={styles.buttons}>
              <ButtonLink to="/admin/schedules/rules" variant="default">
                {ruleTexts.show}
              </ButtonLink>
            </div>
          </Section>
        </div>
      ) : (
        <LoadState title={texts.failed} query={{ error: failure, refetch }} height={320} radius="lg" />
      )}
    </>
  )
}

function ScheduleCard({ rule, entries }: { rule: ListedRule; entries: readonly ShownDevice[] }) {
  const now = useNow()
  const zone = useZone()
  const { Id, Name, Disabled } = rule
  const present = ruleNow(rule, entries, now)
  const extra = extraUntil(rule, now)
  const extend = useRuleChange((Minutes: number) => call(pfw.extend, { params: { id: Id }, body: { Minutes } }))
  return (
    <RuleSection rule={rule} label={texts.on(Name)}>
      <p className={styles.state} data-state={present.kind === 'holds' ? 'holds' : 'none'} role="status">
        {presentWords(present, entries, now, zone)}
      </p>
      <p className={styles.devices}>{whoWords(rule, entries)}</p>
      <Week times={rule.When.Times} label={texts.week(Name)} />
      <div className={styles.buttons}>
        {!Disabled && (
          <Button variant="default" loading={extend.isPending} onClick={() => extend.mutate(60)}>
            {texts.hour}
          </Button>
        )}
        {extra > 0 && (
          <Button variant="default" loading={extend.isPending} onClick={() => extend.mutate(0)}>
            {texts.endExtra}
          </Button>
        )}
        <ButtonLink to="/admin/schedules/edit" search={{ id: Id }} variant="default">
          {may(pfw.replace) ? texts.edit : texts.view}
        </ButtonLink>
      </div>
      <SaveError error={extend.error} />
    </RuleSection>
  )
}

/** What a schedule does now, in words. */
function presentWords(
  present: RuleNow,
  entries: readonly ShownDevice[],
  now: number,
  zone: string | undefined,
): string {
  switch (present.kind) {
    case 'holds': {
      const until = present.until > 0 ? momentWords(present.until, now, zone) : ''
      const names = entries.filter(({ identity }) => present.except.includes(identity)).map(({ name }) => name)
      return names.length > 0 ? texts.state.except(until, list(names)) : texts.state.holds(until)
    }
    case 'extended':
      return texts.state.extended(momentWords(present.until, now, zone))
    case 'next':
      return texts.state.next(momentWords(present.start, now, zone))
    default:
      return texts.state[present.kind]
  }
}
