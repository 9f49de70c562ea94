import { useQuery } from '@tanstack/react-query'
import { health } from '../../../../router/model/machine/health/contract.ts'
import { query } from '../../../client/query.ts'
import forms from '../../../parts/forms/Form.module.css'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { machineHealthTexts } from '../../../texts/machine/health.ts'
import { HealthFacts } from './HealthFacts.tsx'
import { HealthHistory } from './HealthHistory.tsx'
import { Power } from './Power.tsx'

const POLL_MS = 5000

/** The health of the machine, and its power. */
export function HealthScreen() {
  const { data, error, refetch } = useQuery({ ...query(health.now), refetchInterval: POLL_MS })
  if (!data)
    return <LoadState title={machineHealthTexts.now.failed} query={{ error, refetch }} height={640} radius="lg" />
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
