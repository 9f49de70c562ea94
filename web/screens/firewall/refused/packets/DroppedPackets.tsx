import { useQuery } from '@tanstack/react-query'
import { packetLog } from '../../../../../router/model/firewall/refused/contract.ts'
import { query } from '../../../../client/query.ts'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { countOf } from '../../../../parts/values/amount.ts'
import { packetTexts } from '../../../../texts/firewall/refused/packets.ts'
import styles from './Packets.module.css'

const { counts: words } = packetTexts
const POLL_MS = 5000

/** The number of dropped packets by reason, as the kernel counts them. */
export function DroppedPackets() {
  const { data, error, refetch } = useQuery({ ...query(packetLog.counts), refetchInterval: POLL_MS })
  const rows = data?.Topics.filter(({ Dropped }) => Dropped > 0).sort((a, b) => b.Dropped - a.Dropped)
  return (
    <Section title={words.title} hint={words.hint}>
      {!rows ? (
        <LoadState title={words.failed} query={{ error, refetch }} height={160} radius="md" />
      ) : rows.length === 0 ? (
        <p className={styles.note}>{words.none}</p>
      ) : (
        <table className={styles.counts}>
          <thead>
            <tr>
              <th scope="col">{words.reason}</th>
              <th scope="col">{words.dropped}</th>
              <th scope="col">{words.notLogged}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ Topic, Dropped, NotLogged }) => (
              <tr key={Topic}>
                <th scope="row">
                  {words.reasons[Topic] ?? Topic} <code>{Topic}</code>
                </th>
                <td>{countOf(Dropped)}</td>
                <td>{countOf(NotLogged)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.Lost > 0 && <p className={styles.note}>{words.lost(countOf(data.Lost))}</p>}
    </Section>
  )
}
