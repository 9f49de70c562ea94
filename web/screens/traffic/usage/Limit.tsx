import { Button, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { alerts } from '../../../../router/model/messages/alerts/contract.ts'
import { usage } from '../../../../router/model/traffic/usage/contract.ts'
import type { LimitUse } from '../../../../router/model/traffic/usage/usage.ts'
import { useAct } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { notifyFailure, showResult } from '../../../parts/notices/showResult.tsx'
import { bytesOf, decimalSeparator } from '../../../parts/values/amount.ts'
import { historyTexts } from '../../../texts/traffic/usage.ts'
import { ReadyMade } from '../../messages/alerts/rules/ReadyMade.tsx'
import styles from './History.module.css'

const { limit: words } = historyTexts
const GB = 1e9

interface Target {
  readonly Device: string
  readonly Group: string
}

/** The monthly limit of a device or group, and what was used of it. */
export function Limit({ device = '', group = '' }: { device?: string | undefined; group?: string | undefined }) {
  const { data: limits, error, refetch } = useQuery(query(usage.limits))
  const target = { Device: device, Group: group }
  const own = limits?.find(({ Device, Group }) => Device === device && Group === group)
  return (
    <Section changes={usage.setLimits} title={words.title} hint={words.hint}>
      {!limits ? (
        <LoadState title={words.failed} query={{ error, refetch }} height={80} />
      ) : device !== '' || group !== '' ? (
        <Form key={`${device} ${group} ${own?.Bytes}`} target={target} own={own} limits={limits} />
      ) : limits.length > 0 ? (
        limits.map((one) => (
          <div key={`${one.Device} ${one.Group}`}>
            <strong>{one.Name || one.Group || one.Device}</strong>
            <Used limit={one} />
          </div>
        ))
      ) : (
        <p>{words.none}</p>
      )}
      {limits && limits.length > 0 && <LimitAlert />}
    </Section>
  )
}

/** The switch of the ready-made alert for limits. */
function LimitAlert() {
  const { data } = useQuery(query(alerts.ready))
  const alert = data?.find(({ Id }) => Id === 'traffic-limit')
  return (
    alert && (
      <ul className={styles.alerts}>
        <ReadyMade alert={alert} />
      </ul>
    )
  )
}

const Used = ({ limit: { Used, Bytes, Name } }: { limit: LimitUse }) => (
  <>
    <p>{words.used(bytesOf(Used), bytesOf(Bytes))}</p>
    <meter
      className={styles.meter}
      min={0}
      max={Bytes}
      low={Bytes * 0.8}
      high={Bytes * 0.99}
      optimum={0}
      value={Math.min(Used, Bytes)}
      aria-label={`${Name}: ${words.used(bytesOf(Used), bytesOf(Bytes))}`}
    />
  </>
)

interface FormProps {
  target: Target
  own: LimitUse | undefined
  limits: readonly LimitUse[]
}

function Form({ target, own, limits }: FormProps) {
  const [amount, setAmount] = useState<number | string>(own ? own.Bytes / GB : '')
  const bytes = Math.round(Number(amount) * GB)
  const others = limits.filter((one) => one !== own).map(({ Device, Group, Bytes }) => ({ Device, Group, Bytes }))
  const save = useAct(
    (Bytes: number | undefined) =>
      call(usage.setLimits, { body: Bytes === undefined ? others : [...others, { ...target, Bytes }] }),
    usage.limits,
  )
  const set = (next: number | undefined) =>
    save.mutate(next, {
      onSuccess: () => showResult(next === undefined ? words.removed : words.saved),
      onError: notifyFailure,
    })
  return (
    <>
      {own && <Used limit={own} />}
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          set(bytes)
        }}
      >
        <NumberInput
          label={words.field}
          min={0}
          max={1e6}
          decimalSeparator={decimalSeparator}
          value={amount}
          onChange={setAmount}
        />
        <Button type="submit" disabled={!(bytes >= 1)} loading={save.isPending}>
          {words.save}
        </Button>
        {own && (
          <Button variant="default" onClick={() => set(undefined)} disabled={save.isPending}>
            {words.remove}
          </Button>
        )}
      </form>
    </>
  )
}
