import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { classification } from '../../../../router/model/home/kinds/contract.ts'
import type { Fingerprint } from '../../../../router/model/home/kinds/fingerprint.ts'
import { query } from '../../../client/query.ts'
import { Section } from '../../../parts/layout/Section.tsx'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { kindRuleTexts } from '../../../texts/home/kinds.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { kindName } from '../devices/kindName.ts'
import styles from './Kinds.module.css'

const texts = kindRuleTexts.form
const TYPING_MS = 400
const MOST_SHOWN = 20

interface KindRuleTrialProps {
  rule: Fingerprint
  /** The stored rule that it replaces. */
  before: Fingerprint | undefined
  entries: readonly ShownDevice[]
}

/** The devices that match a rule, and their kinds without and with it. The router is called after a pause in typing. */
export function KindRuleTrial({ rule, before, entries }: KindRuleTrialProps) {
  const now = JSON.stringify(rule)
  const [tested] = useDebouncedValue(now, TYPING_MS)
  const isComplete = rule.Pattern !== ''
  const { data, error } = useQuery({
    ...query(classification.trial, { body: { Rule: JSON.parse(tested) as Fingerprint, Replaces: before } }),
    enabled: isComplete && tested === now,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: false,
  })
  const found = isComplete && !error ? data : undefined
  const shown = found?.Devices.slice(0, MOST_SHOWN) ?? []
  const nameOf = (mac: string) => entries.find(({ device }) => device.MAC === mac)?.name ?? mac
  return (
    <Section title={texts.trial} hint={texts.trialHint}>
      <p role="status">
        {!isComplete
          ? texts.patternEmpty
          : error
            ? error.message
            : !found
              ? texts.testing
              : found.Count === 0
                ? texts.none
                : texts.matching(found.Count)}
      </p>
      {found && shown.length > 0 && (
        <ul className={styles.rows}>
          {shown.map(({ MAC, Evidence, Coded, Before, After }) => (
            <li key={MAC} className={styles.match}>
              <span className={styles.condition}>{nameOf(MAC)}</span>
              <span>{effectWords(Before, After)}</span>
              <span className={styles.quiet}>
                <TranslatedMessage of={Evidence} coded={Coded} />
              </span>
            </li>
          ))}
          {found.Count > shown.length && <li className={styles.quiet}>{texts.more(found.Count - shown.length)}</li>}
        </ul>
      )}
    </Section>
  )
}

const nameOfKind = (category: string): string => (category === '' ? kindRuleTexts.unknown : kindName(category))

const effectWords = (before: string, after: string): string =>
  before === after ? texts.stays(nameOfKind(after)) : texts.becomes(nameOfKind(before), nameOfKind(after))
