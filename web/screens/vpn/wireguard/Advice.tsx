import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { vpnTexts } from '../../../texts/vpn/wireguard.ts'
import { DYNDNS } from '../../internet/dyndns/DynDnsNames.tsx'
import { useLinks } from '../../internet/links/useLinks.ts'
import styles from './Advice.module.css'
import { adviceOf, uplinkReach } from './uplinkReach.ts'

/** Where new devices connect to, and what keeps them from connecting. */
export function Advice({ endpoint, port }: { endpoint: string | undefined; port: number }) {
  const { links } = useLinks()
  if (!links) return null
  const uplinks = links.filter(({ config }) => config?.Type === 'Uplink')
  const advice = adviceOf(uplinkReach(uplinks.flatMap(({ addresses }) => addresses)), endpoint, port)
  return (
    <div className={styles.advice} data-trouble={advice.isTrouble || undefined}>
      {advice.isTrouble && <IconAlertTriangle size={20} stroke={1.6} aria-hidden />}
      <div>
        {advice.words.map((words) => (
          <p key={words}>{words}</p>
        ))}
        {advice.wantsName && (
          <Link to="/admin/links" hash={DYNDNS}>
            {vpnTexts.reach.dyndns}
          </Link>
        )}
      </div>
    </div>
  )
}
