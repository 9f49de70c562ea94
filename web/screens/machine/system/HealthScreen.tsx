import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { health } from '../../../../router/model/machine/health/contract.ts'
import { query } from '../../../client/query.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Failed } from '../../../parts/layout/Face.tsx'
import { machineHealthTexts } from '../../../texts/machine/machineHealth.ts'
import { HealthFacts } from './HealthFacts.tsx'
import { HealthHistory } from './HealthHistory.tsx'
import { Power } from './Power.tsx'

const POLL_MS = 5000

/** The health of the machine, and its power. */
export function HealthScreen() {
  const { data, error, refetch } = useQuery({ ...query(health.now), refetchInterval: POLL_MS })
  if (error && !data)
    return <Failed title={machineHealthTexts.now.failed} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={640} radius="lg" aria-busy="true" />
  return (
    <div className={forms.columns}>
      <div className={forms.page}>
        <HealthFacts state={data} />
      </div>
      <div className={forms.page}>
        <HealthHistory />
        <Power canTurnOff={data.CanTurnOff} />
      </div>
    </div>
  )
}
