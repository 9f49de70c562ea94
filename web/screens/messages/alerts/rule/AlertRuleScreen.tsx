import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { events } from '../../../../../router/model/messages/events/contract.ts'
import { query } from '../../../../client/query.ts'
import { BackLink } from '../../../../parts/layout/BackLink.tsx'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../../parts/layout/Face.tsx'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { ScreenHead } from '../../../../parts/layout/ScreenHead.tsx'
import { usePageTitle } from '../../../../parts/layout/usePageTitle.ts'
import { alertTexts } from '../../../../texts/messages/alerts.ts'
import { describe } from '../../events/describe.ts'
import { payloadFrom } from '../../events/fields.ts'
import { useHousehold } from '../../events/useHousehold.ts'
import { useAlertRules } from '../rules/useAlertRules.ts'
import { AlertRuleForm } from './AlertRuleForm.tsx'
import { draftFrom, draftOf } from './draft.ts'
import { PickEvent } from './PickEvent.tsx'

const { rule: words, rules } = alertTexts
const STEPS = 2

/** A stored rule, or a new one: first the choice of an event, then which of its fields must match, and what to do. */
export function AlertRuleScreen() {
  const { rule, topic, at, scratch } = useSearch({ from: '/admin/alerts/rule' })
  const isNew = rule === undefined
  const isChosen = scratch === true || (topic !== undefined && at !== undefined)
  const title = isNew ? words.create : words.edit
  usePageTitle(title)
  return (
    <>
      <BackLink to="/admin/alerts/rules">{words.back}</BackLink>
      <ScreenHead title={title} hint={isNew ? words.step(isChosen ? 2 : 1, STEPS) : ''} />
      {rule !== undefined ? (
        <Stored ruleId={rule} />
      ) : scratch ? (
        <AlertRuleForm draft={draftFrom('', '')} event={{}} />
      ) : topic !== undefined && at !== undefined ? (
        <FromEvent topic={topic} at={at} />
      ) : (
        <PickEvent />
      )}
    </>
  )
}

function Stored({ ruleId }: { ruleId: string }) {
  const { data, error, refetch } = useAlertRules()
  if (!data) return <LoadState title={rules.failed} query={{ error, refetch }} height={480} radius="lg" />
  const rule = data.find(({ RuleId }) => RuleId === ruleId)
  if (!rule)
    return (
      <Face title={words.missing} hint={words.missingHint}>
        <ButtonLink to="/admin/alerts/rules" variant="default">
          {words.back}
        </ButtonLink>
      </Face>
    )
  return <AlertRuleForm key={ruleId} draft={draftOf(rule)} stored={rule} event={{}} />
}

function FromEvent({ topic, at }: { topic: string; at: string }) {
  const household = useHousehold()
  const { data, error } = useQuery(query(events.entry, { params: { topic, key: `timekey:${at}` } }))
  const event = useMemo(() => {
    const { time: _stored, ...fields } = payloadFrom(data)
    return fields
  }, [data])
  if (error)
    return (
      <Face title={words.gone} hint={words.goneHint}>
        <ButtonLink to="/admin/alerts/rule" variant="default">
          {words.another}
        </ButtonLink>
      </Face>
    )
  if (data === undefined) return <Skeleton height={480} radius="lg" aria-busy="true" />
  const { words: sentence } = describe(topic, event, household)
  return <AlertRuleForm key={`${topic} ${at}`} draft={draftFrom(topic, sentence)} event={event} />
}
