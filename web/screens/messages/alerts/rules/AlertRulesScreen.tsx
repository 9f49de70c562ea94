import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { alerts } from '../../../../../router/model/messages/alerts/contract.ts'
import { query } from '../../../../client/query.ts'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Column, Columns } from '../../../../parts/layout/Columns.tsx'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { alertTexts } from '../../../../texts/messages/alerts.ts'
import { AlertRuleRow } from './AlertRuleRow.tsx'
import { ReadyMade } from './ReadyMade.tsx'
import styles from './Rules.module.css'
import { useAlertRules } from './useAlertRules.ts'

const { rules: words, ready } = alertTexts

/** Ready-made alerts, each with a switch, and the owner’s rules. */
export const AlertRulesScreen = () => (
  <Columns isEven>
    <Column>
      <ReadyMadeCard />
    </Column>
    <Column>
      <Rules />
    </Column>
  </Columns>
)

function ReadyMadeCard() {
  const { data, error, refetch } = useQuery(query(alerts.ready))
  if (!data) return <LoadState title={ready.failed} query={{ error, refetch }} height={480} radius="lg" />
  return (
    <Section title={ready.title} hint={ready.hint}>
      <ul className={styles.list}>
        {data.map((alert) => (
          <ReadyMade key={alert.Id} alert={alert} />
        ))}
      </ul>
    </Section>
  )
}

/** Rules that no ready-made alert has added. */
function Rules() {
  const { data: list, error, refetch } = useAlertRules()
  const { data: readyMade } = useQuery(query(alerts.ready))
  const { data: mutes = [] } = useQuery(query(alerts.mutes))
  if (!list || !readyMade) return <LoadState title={words.failed} query={{ error, refetch }} height={320} radius="lg" />
  const taken = new Set(readyMade.flatMap(({ Rules }) => Rules.map(({ RuleId }) => RuleId)))
  const own = list.filter(({ RuleId }) => !taken.has(RuleId))
  return (
    <Section
      title={words.title}
      hint={words.hint}
      note={
        <Permitted to={alerts.add}>
          <ButtonLink to="/admin/alerts/rule" size="compact-sm" leftSection={<IconPlus size={16} stroke={1.8} />}>
            {words.add}
          </ButtonLink>
        </Permitted>
      }
    >
      {own.length === 0 && <p className={styles.empty}>{words.empty}</p>}
      <ul className={styles.list}>
        {own.map((rule) => (
          <AlertRuleRow key={rule.RuleId} rule={rule} mutes={mutes.filter(({ RuleId }) => RuleId === rule.RuleId)} />
        ))}
      </ul>
    </Section>
  )
}
