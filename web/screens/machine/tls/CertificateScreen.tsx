import { useQuery } from '@tanstack/react-query'
import { tls } from '../../../../router/model/machine/tls/contract.ts'
import { query } from '../../../client/query.ts'
import forms from '../../../parts/forms/Form.module.css'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
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
  return <LoadState title={tlsTexts.failed} query={{ error, refetch }} height={160} radius="lg" />
}
