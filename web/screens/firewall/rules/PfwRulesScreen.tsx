import { IconListDetails } from '@tabler/icons-react'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { may } from '../../../client/may.ts'
import { BackLink } from '../../../parts/layout/BackLink.tsx'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { ScreenHead } from '../../../parts/layout/ScreenHead.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { ruleTexts as texts } from '../../../texts/firewall/rules.ts'
import { scheduleTexts } from '../../../texts/home/schedules.ts'
import type { ShownDevice } from '../../home/devices/entry.ts'
import { useEntries } from '../../home/devices/useEntries.ts'
import { RuleSection } from '../../home/schedules/RuleSection.tsx'
import styles from '../../home/schedules/Schedules.module.css'
import { type ListedRule, momentWords, whoWords } from '../../home/schedules/schedule.ts'
import { usePfwRules, useZone } from '../../home/schedules/useSchedules.ts'
import { actionWords, isOther, whenWords } from './rule.ts'

/** All rules of the programmable firewall except schedules and pauses. */
export function PfwRulesScreen() {
  usePageTitle(texts.title)
  const { data, error, refetch } = usePfwRules()
  const { entries, error: unknown } = useEntries()
  const failure = error ?? unknown
  const rules = data?.filter(isOther) ?? []
  return (
    <>
      <BackLink to="/admin/schedules">{scheduleTexts.title}</BackLink>
      <ScreenHead title={texts.title} hint={texts.hint}>
        <Permitted to={pfw.add}>
          <ButtonLink to="/admin/schedules/rules/edit">{texts.add}</ButtonLink>
        </Permitted>
      </ScreenHead>
      {data && entries ? (
        <div className={styles.page}>
          {rules.length === 0 ? (
            <Face icon={<IconListDetails size={36} stroke={1.3} />} title={texts.empty} hint={texts.emptyHint} />
          ) : (
            <ol className={styles.list}>
              {rules.map((rule) => (
                <li key={rule.Id}>
                  <RuleCard rule={rule} entries={entries} />
                </li>
              ))}
            </ol>
          )}
          {rules.length > 1 && <p className="quiet">{texts.order}</p>}
        </div>
      ) : (
        <LoadState title={texts.failed} query={{ error: failure, refetch }} height={320} radius="lg" />
      )}
    </>
  )
}

function RuleCard({ rule, entries }: { rule: ListedRule; entries: readonly ShownDevice[] }) {
  const now = useNow()
  const zone = useZone()
  const { Id, Name, Disabled, Holds, HoldsUntil, NextStart } = rule
  const nameOf = (identity: string) => entries.find((one) => one.identity === identity)?.name ?? identity
  const conditions = whenWords(rule, nameOf, zone)
  const state = Disabled
    ? texts.state.off
    : Holds
      ? texts.state.holds(HoldsUntil > 0 ? momentWords(HoldsUntil, now, zone) : '')
      : NextStart > 0
        ? texts.state.next(momentWords(NextStart, now, zone))
        : texts.state.none
  return (
    <RuleSection rule={rule} label={texts.on(Name)}>
      <div className={styles.rule}>
        <p>{actionWords(rule)}</p>
        <p className={styles.devices}>
          {whoWords(rule, entries)}
          {conditions !== '' && ` · ${conditions}`}
        </p>
        <p className="quiet" role="status">
          {state}
        </p>
      </div>
      <div className={styles.buttons}>
        <ButtonLink to="/admin/schedules/rules/edit" search={{ id: Id }} variant="default">
          {may(pfw.replace) ? texts.edit : scheduleTexts.view}
        </ButtonLink>
      </div>
    </RuleSection>
  )
}
