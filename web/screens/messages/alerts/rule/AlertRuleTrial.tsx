import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alerts } from '../../../../../router/model/messages/alerts/contract.ts'
import { call } from '../../../../client/client.ts'
import { keyOf } from '../../../../client/keys.ts'
import { Section } from '../../../../parts/layout/Section.tsx'
import { countOf } from '../../../../parts/values/amount.ts'
import { alertTexts } from '../../../../texts/messages/alerts.ts'
import { describe } from '../../events/describe.ts'
import { EventTime } from '../../events/EventTime.tsx'
import { useHousehold } from '../../events/useHousehold.ts'
import type { AlertRuleInput } from '../rules/useAlertRules.ts'
import styles from './Rule.module.css'

const { rule: words } = alertTexts
const TYPING_MS = 500
const HOURS = [24, 168, 720] as const
const MOST_EXAMPLES = 5

/** How often a rule would have been sent, by the stored events. */
export function AlertRuleTrial({ rule }: { rule: AlertRuleInput }) {
  const [hours, setHours] = useState<(typeof HOURS)[number]>(24)
  const household = useHousehold()
  // Texts do not change how often a rule applies.
  const [tested] = useDebouncedValue(
    JSON.stringify({ ...rule, Name: 'test', Actions: [{ StoreAlert: true }] }),
    TYPING_MS,
  )
  const isComplete = rule.TopicPrefix !== ''
  const { data, error } = useQuery({
    queryKey: keyOf(alerts.trial, { tested, hours }),
    queryFn: () => call(alerts.trial, { body: { Rule: JSON.parse(tested) as AlertRuleInput, Hours: hours } }),
    enabled: isComplete,
    placeholderData: (before) => before,
    refetchInterval: false,
    retry: false,
  })
  return (
    <Section title={words.trial} hint={words.trialHint}>
      <div className={styles.trial}>
        <NativeSelect
          aria-label={words.trial}
          value={hours}
          onChange={({ currentTarget }) => setHours(HOURS.find((one) => String(one) === currentTarget.value) ?? 24)}
          data={HOURS.map((value) => ({ value: String(value), label: words.hours[value] }))}
        />
        <p role="status">
          {!isComplete
            ? words.topicNeeded
            : error
              ? error.message
              : !data
                ? words.testing
                : !data.IsStored && data.Events === 0
                  ? words.notStored
                  : words.fired(countOf(data.Fired), data.Fired)}
        </p>
        {data && isComplete && !error && (data.IsStored || data.Events > 0) && (
          <p className="quiet">{(data.IsComplete ? words.tested : words.partly)(countOf(data.Events))}</p>
        )}
      </div>
      {data && isComplete && !error && data.Examples.length > 0 && (
        <>
          <h3 className={styles.examples}>{words.examples}</h3>
          <ul className={styles.events}>
            {data.Examples.slice(0, MOST_EXAMPLES).map(({ Time, Topic, Event }) => (
              <li key={`${Topic} ${Time}`} className={styles.example}>
                <span className={styles.sentence}>{describe(Topic, Event, household).words}</span>
                <EventTime time={Time} className={styles.time} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
