import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { QRCodeSVG } from 'qrcode.react'
import { tls } from '../../../../router/model/machine/tls/contract.ts'
import { query } from '../../../client/query.ts'
import { Section } from '../../../parts/layout/Section.tsx'
import { usersTexts } from '../../../texts/access/users.ts'
import { useOwnHost } from '../../machine/tls/useOwnHost.ts'
import styles from './Users.module.css'

const words = usersTexts.phone

/** How another user signs in for the first time: the address, and the way to a passkey. */
export function OnPhone() {
  const { data: isOn } = useQuery(query(tls.isOn))
  const host = useOwnHost()
  // The password of the user is sent to this address.
  const address = `${isOn ? 'https' : 'http'}://${host}`
  return (
    <Section title={words.title} hint={words.hint}>
      <div className={styles.phone}>
        <QRCodeSVG value={address} title={words.code} size={160} marginSize={4} />
        <ol className={styles.steps}>
          {isOn && <li>{words.certificate(`http://${host}${tls.authority.path}`)}</li>}
          <li>{words.open(address)}</li>
          <li>{words.signIn}</li>
          <li>
            {words.passkey}
            {isOn === false && (
              <>
                {' '}
                {words.needsHttps} <Link to="/admin/system/certificate">{words.turnOn}</Link>
              </>
            )}
          </li>
        </ol>
      </div>
    </Section>
  )
}
