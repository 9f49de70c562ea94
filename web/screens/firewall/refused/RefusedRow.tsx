import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import type { Operation } from '../../../../router/model/operation.ts'
import { may } from '../../../client/may.ts'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { countOf } from '../../../parts/values/amount.ts'
import { useNow } from '../../../parts/values/useNow.ts'
import { refusedTexts as texts } from '../../../texts/firewall/refused.ts'
import type { OwnRule } from '../../dns/blocklists/rules/ownRules.ts'
import { type ListedRule, momentWords } from '../../home/schedules/schedule.ts'
import { useZone } from '../../home/schedules/useSchedules.ts'
import { EventTime } from '../../messages/events/EventTime.tsx'
import type { AllowRequest } from './AllowDialog.tsx'
import { canAllow, overrideOf, permissionOf } from './permission.ts'
import styles from './Refused.module.css'
import { type Refusal, whatOf } from './refused.ts'
import { useRevoke, useRevokeDomain } from './useAllow.ts'
import { Why } from './Why.tsx'

interface RefusedRowProps {
  refusal: Refusal
  rules: readonly ListedRule[]
  /** Custom rules of the DNS filter. */
  overrides: readonly OwnRule[]
  /** The rows are of one device: they do not name it. */
  isAlone: boolean
  onAsk: (request: AllowRequest) => void
}

/** A refused connection or a blocked domain, with what allows it. */
export function RefusedRow({ refusal, rules, overrides, isAlone, onAsk }: RefusedRowProps) {
  const [isExplained, setExplained] = useState(false)
  const { device, name, to, count, at } = refusal
  const target = to ? texts.at(name, whatOf(to)) : name
  const what = isAlone ? target : texts.to(device.name, target)
  const permission = permissionOf(refusal, rules)
  const override = to ? undefined : overrideOf(refusal, overrides)
  const ask = (isHour: boolean, label: string) => (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={texts.about(label, what)}
      onClick={() => onAsk({ refusal, isHour })}
    >
      {label}
    </Button>
  )
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        {!isAlone && (
          <>
            <Link to="/admin/devices/$identity" params={{ identity: device.identity }}>
              {device.name}
            </Link>
            {' → '}
          </>
        )}
        <strong>{name}</strong>
      </span>
      <span className={styles.facts}>
        {to && <span>{whatOf(to)}</span>}
        {to && to.ip !== name && <span>{to.ip}</span>}
        <span>
          {count > 1 && texts.times(countOf(count))} <EventTime time={at} />
        </span>
      </span>
      <div className={styles.buttons}>
        {permission ? (
          <RulePermission rule={permission} what={what} />
        ) : override ? (
          <DomainPermission rule={override} what={what} />
        ) : (
          may(to ? pfw.add : dnsBlock.override) &&
          canAllow(refusal) && (
            <>
              {ask(false, texts.allow)}
              {ask(true, texts.hour)}
            </>
          )
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={texts.about(texts.why, what)}
          aria-expanded={isExplained}
          onClick={() => setExplained(!isExplained)}
        >
          {texts.why}
        </Button>
      </div>
      {isExplained && <Why refusal={refusal} />}
    </li>
  )
}

function RulePermission({ rule: { Id, Until }, what }: { rule: ListedRule; what: string }) {
  const { remove, isPending } = useRevoke()
  return <Permission until={Until} what={what} by={pfw.remove} isPending={isPending} onEnd={() => remove(Id)} />
}

function DomainPermission({ rule, what }: { rule: OwnRule; what: string }) {
  const { remove, isPending } = useRevokeDomain()
  return (
    <Permission
      until={rule.Expiration}
      what={what}
      by={dnsBlock.liftIn}
      isPending={isPending}
      onEnd={() => remove(rule)}
    />
  )
}

interface PermissionProps {
  /** Unix seconds; 0 for no end. */
  until: number
  what: string
  /** The operation that ends it. */
  by: Pick<Operation, 'details'>
  isPending: boolean
  onEnd: () => void
}

function Permission({ until, what, by, isPending, onEnd }: PermissionProps) {
  const now = useNow()
  const zone = useZone()
  return (
    <>
      <span role="status">{texts.allowed(until > 0 ? momentWords(until, now, zone) : '')}</span>
      <Permitted to={by}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={texts.about(texts.end, what)}
          loading={isPending}
          onClick={onEnd}
        >
          {texts.end}
        </Button>
      </Permitted>
    </>
  )
}
