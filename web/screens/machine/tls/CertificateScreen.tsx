import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useQuery } from '@tanstack/react-query'
import { tls } from '../../../../router/model/machine/tls/contract.ts'
import { query } from '../../../client/query.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Failed } from '../../../parts/layout/Face.tsx'
import { tlsTexts } from '../../../texts/machine/tls.ts'
import { Https } from './Https.tsx'
import { Install } from './Install.tsx'

/** Whether what goes between the router and a browser is encrypted, and what the browser needs for it. */
export function CertificateScreen() {
  const { data: isOn, error, refetch } = useQuery(query(tls.isOn))
  if (isOn !== undefined)
    return (
      <div className={forms.columns}>
        <Https isOn={isOn} />
        {isOn && <Install />}
      </div>
    )
  return error ? (
    <Failed title={tlsTexts.failed} error={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton height={160} radius="lg" aria-busy="true" />
  )
}
