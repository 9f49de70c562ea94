import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { usersTexts } from '../../../texts/access/users.ts'
import { refusedTexts } from '../../../texts/firewall/refused.ts'
import { RefusedRow } from '../../firewall/refused/RefusedRow.tsx'
import { byReason, DROP_TOPIC_PREFIX, refusalsOf } from '../../firewall/refused/refused.ts'
import type { ShownDevice } from '../../home/devices/entry.ts'
import type { ListedRule } from '../../home/schedules/schedule.ts'
import { useEvents } from '../../messages/events/useEvents.ts'
import { useHousehold } from '../../messages/events/useHousehold.ts'
import styles from './Users.module.css'

const DAY_MS = 86_400_000
const SHOWN_FIRST = 5
// A parent can neither allow a connection nor see the rules that do.
const NO_RULES: readonly ListedRule[] = []
const nothing = () => {}
const isNews = (topic: string): boolean => topic.startsWith(DROP_TOPIC_PREFIX)

/** Connections that were refused to the devices of a parent's groups, by device. */
export const OwnRefusals = ({ entries }: { entries: readonly ShownDevice[] }) => (
  <Section title={refusedTexts.title} hint={usersTexts.parent.refusedHint}>
    <div className={styles.refused}>
      {entries.map(({ identity, name }) => (
        <div key={identity}>
          <strong>{name}</strong>
          <OfDevice identity={identity} name={name} />
        </div>
      ))}
    </div>
  </Section>
)

function OfDevice({ identity, name }: { identity: string; name: string }) {
  const [isWhole, setWhole] = useState(false)
  const [filter] = useState(() => ({
    device: identity,
    topic: DROP_TOPIC_PREFIX,
    min: new Date(Date.now() - DAY_MS).toISOString(),
  }))
  const household = useHousehold()
  const { list, error } = useEvents(filter, isNews)
  const refusals = useMemo(
    () =>
      list &&
      refusalsOf(
        list.map((event) => ({ ...event, Count: 1 })),
        household,
        identity,
      ),
    [list, household, identity],
  )
  if (error) return <SaveError error={error} />
  if (refusals?.length === 0) return <p className={styles.note}>{refusedTexts.empty}</p>
  return (
    <>
      {byReason(refusals?.slice(0, isWhole ? undefined : SHOWN_FIRST) ?? []).map(([reason, all]) => (
        <div key={reason}>
          <p className={styles.note}>{reason}</p>
          <ul className={styles.refusals} aria-label={`${name}: ${reason}`}>
            {all.map((refusal) => (
              <RefusedRow key={refusal.key} refusal={refusal} overrides={[]} rules={NO_RULES} isAlone onAsk={nothing} />
            ))}
          </ul>
        </div>
      ))}
      {!isWhole && refusals && refusals.length > SHOWN_FIRST && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {usersTexts.parent.showAll(refusals.length)}
        </Button>
      )}
    </>
  )
}
