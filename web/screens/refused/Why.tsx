import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useQuery } from '@tanstack/react-query'
import { dnsBlock } from '../../../router/features/dnsblock/contract.ts'
import { explain } from '../../../router/features/explain/contract.ts'
import { query } from '../../client/query.ts'
import { SaveError } from '../../parts/forms/SaveNote.tsx'
import { Message } from '../../parts/values/Message.tsx'
import { refusedTexts as texts } from '../../texts/refused.ts'
import { sentencesOf } from '../dns/check/finding.ts'
import styles from './Refused.module.css'
import type { Destination, Refusal } from './refused.ts'

/** The present decision of the router on what was refused, and its reason. */
export const Why = ({ refusal }: { refusal: Refusal }) => (
  <div className={styles.why} role="status">
    {refusal.to ? <WhyPacket refusal={refusal} to={refusal.to} /> : <WhyName refusal={refusal} />}
  </div>
)

function WhyPacket({ refusal: { device }, to }: { refusal: Refusal; to: Destination }) {
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
    <Message of={data.Text} />
  ) : error ? (
    <SaveError error={error} />
  ) : (
    <Skeleton height={20} aria-busy="true" />
  )
}

function WhyName({ refusal: { device, name } }: { refusal: Refusal }) {
  const { data, error } = useQuery({
    ...query(dnsBlock.why, { query: { name, client: device.device.RecentIP } }),
    ...{ staleTime: 0, retry: false },
  })
  if (data) return sentencesOf(data).join(' ')
  return error ? <SaveError error={error} /> : <Skeleton height={20} aria-busy="true" />
}
