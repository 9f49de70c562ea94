import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { tls } from '../../../../router/model/machine/tls/contract.ts'
import { may } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'
import { mayHavePasskeys } from '../../../parts/forms/passkeyPart.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { InstallSteps } from '../../machine/tls/Install.tsx'
import steps from '../../machine/tls/Tls.module.css'
import { useOwnHost } from '../../machine/tls/useOwnHost.ts'
import styles from './Sessions.module.css'

const words = accessTexts.passkeys

/** Why this page cannot add a passkey. */
export function obstacle(): 'https' | 'name' | 'unsupported' | undefined {
  if (!window.isSecureContext || window.location.protocol !== 'https:') return 'https'
  if (/^[\d.]+$|^\[/.test(window.location.hostname)) return 'name'
  return mayHavePasskeys() ? undefined : 'unsupported'
}

/** What a user does about it, also one who may not open the settings. */
export function PasskeyObstacle({ why }: { why: NonNullable<ReturnType<typeof obstacle>> }) {
  const host = useOwnHost()
  const address = <a href={`https://${host}${window.location.pathname}`}>{`https://${host}`}</a>
  if (why === 'unsupported') return <p className={styles.note}>{words.unsupported}</p>
  if (why === 'name')
    return (
      <p className={styles.note}>
        {words.needsName} {address}.
      </p>
    )
  return <WithoutHttps address={address} />
}

/** `address`: a link to this page with HTTPS. */
function WithoutHttps({ address }: { address: ReactNode }) {
  const { data: isOn } = useQuery(query(tls.isOn))
  if (isOn === undefined) return null
  if (!isOn)
    return (
      <>
        <p className={styles.note}>{words.needsHttps}</p>
        {may(tls.enable) && (
          <div className={styles.add}>
            <ButtonLink to="/admin/system/certificate" variant="default">
              {words.turnOn}
            </ButtonLink>
          </div>
        )}
      </>
    )
  return (
    <>
      <p className={styles.note}>{words.needsCertificate}</p>
      <ol className={steps.steps}>
        <li>
          {words.install}
          <InstallSteps />
        </li>
        <li>
          {words.openAt} {address}.
        </li>
        <li>{words.addThere}</li>
      </ol>
    </>
  )
}
