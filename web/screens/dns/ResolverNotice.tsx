import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dns } from '../../../router/model/dns/resolvers/contract.ts'
import { query } from '../../client/query.ts'
import { Message } from '../../parts/values/Message.tsx'
import { texts } from '../../texts/machine/health.ts'
import styles from './ResolverNotice.module.css'

/** Shown while the router cannot resolve names: the reason, and a link to the DNS servers. */
export function ResolverNotice() {
  const { data } = useQuery(query(dns.getDnsHealth))
  return (
    <div role="status">
      {data && !data.Healthy && (
        <div className={styles.notice}>
          <IconAlertTriangle className={styles.icon} size={22} stroke={1.6} aria-hidden />
          <div>
            <strong>{texts.title}</strong>
            <p>
              <Message of={data.Reason} within={texts.reason} /> <Link to="/admin/dns/settings">{texts.look}</Link>
            </p>
          </div>
        </div>
      )}
    </div>
  )
}
