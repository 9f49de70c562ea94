import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dns } from '../../../../router/model/dns/resolvers/contract.ts'
import { query } from '../../../client/query.ts'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { resolverFailureTexts } from '../../../texts/dns/resolvers/failure.ts'
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
            <strong>{resolverFailureTexts.title}</strong>
            <p>
              <TranslatedMessage of={data.Reason} coded={data.Coded} within={resolverFailureTexts.reason} />{' '}
              <Link to="/admin/dns/settings">{resolverFailureTexts.look}</Link>
            </p>
          </div>
        </div>
      )}
    </div>
  )
}
