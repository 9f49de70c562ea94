import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dnsBlock } from '../../../../router/model/dns/blocklists/contract.ts'
import { explain } from '../../../../router/model/firewall/explain/contract.ts'
import { may } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { refusedTexts as texts } from '../../../texts/firewall/refused.ts'
import { namedBy, sentencesOf } from '../../dns/blocklists/check/finding.ts'
import { EventTime } from '../../messages/events/EventTime.tsx'
import styles from './Refused.module.css'
import type { Refusal, RefusedDestination } from './refused.ts'

/** Why it was refused at that time, and the present decision of the router on the same packet or query. */
export const Why = ({ refusal }: { refusal: Refusal }) => (
  <div role="status">
    <dl className={styles.why}>
      <dt>
        {texts.whyThen} (<EventTime time={refusal.at} />)
      </dt>
      <dd>
        <Then refusal={refusal} />
      </dd>
      {may(refusal.to ? explain.packet : dnsBlock.why) && (
        <>
          <dt>{texts.whyNow}</dt>
          <dd>{refusal.to ? <PacketNow refusal={refusal} to={refusal.to} /> : <NameNow refusal={refusal} />}</dd>
        </>
      )}
    </dl>
  </div>
)

function Then({ refusal: { why, coded, to, reason } }: { refusal: Refusal }) {
  if (why === '') return reason
  return to ? <TranslatedMessage of={why} coded={coded} /> : namedBy(why)
}

function PacketNow({ refusal: { device }, to }: { refusal: Refusal; to: RefusedDestination }) {
  const { ip, protocol, port } = to
  const isKnown = protocol === 'icmp' || (protocol !== 'other' && port !== undefined)
  const proto = protocol === 'other' ? 'icmp' : protocol
  const asked = { from: device.identity, to: ip, proto, ...(port !== undefined && { port }) }
  const { data, error } = useQuery({
    ...query(explain.packet, { query: asked }),
    ...{ enabled: isKnown, staleTime: 0, retry: false },
  })
  if (!isKnown) return texts.cannot
  return data ? (
    <TranslatedMessage of={data.Text} coded={data.Coded} />
  ) : error ? (
    <SaveError error={error} />
  ) : (
    <Skeleton height={20} aria-busy="true" />
  )
}

function NameNow({ refusal: { device, name } }: { refusal: Refusal }) {
  const { data, error } = useQuery({
    ...query(dnsBlock.why, { query: { name, client: device.device.RecentIP } }),
    ...{ staleTime: 0, retry: false },
  })
  if (data) return sentencesOf(data).join(' ')
  return error ? <SaveError error={error} /> : <Skeleton height={20} aria-busy="true" />
}
