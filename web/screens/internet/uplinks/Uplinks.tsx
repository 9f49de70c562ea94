import { useQuery } from '@tanstack/react-query'
import { uplinkLink } from '../../../../router/model/internet/links/interface.ts'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import { query } from '../../../client/query.ts'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { linkTexts } from '../../../texts/internet/links.ts'
import type { PhysicalLink } from '../links/link.ts'
import { uplinkFaultWords } from './faultWords.ts'
import { UplinkCard } from './UplinkCard.tsx'
import styles from './Uplinks.module.css'

const LOOK_AGAIN_MS = 10_000

/** Every way to the internet, and how it is doing. */
export function Uplinks({ links }: { links: readonly PhysicalLink[] }) {
  const { data, error, refetch } = useQuery({ ...query(wan.status), refetchInterval: LOOK_AGAIN_MS })
  const { data: outages } = useQuery(query(wan.outages))
  const reasonOf = (link: string) => {
    const lasting = outages?.find(({ Iface, End }) => Iface === link && End === 0)
    return lasting && uplinkFaultWords(lasting)
  }
  const portOf = (link: string) => links.find(({ config }) => config && uplinkLink(config) === link)
  return (
    <Section title={linkTexts.uplinks.title}>
      {data && data.length > 0 ? (
        <div className={styles.uplinks}>
          {data.map((status) => (
            <UplinkCard
              key={status.Iface}
              status={status}
              port={portOf(status.Iface)}
              isOnly={data.length === 1}
              reason={reasonOf(status.Iface)}
            />
          ))}
        </div>
      ) : data ? (
        <Face title={linkTexts.uplinks.none} hint={linkTexts.uplinks.noneHint} />
      ) : (
        <LoadState title={linkTexts.uplinks.failed} query={{ error, refetch }} height={120} radius="lg" />
      )}
      {data && data.filter(({ Active }) => Active).length > 1 && (
        <p className={styles.shared}>{linkTexts.uplinks.shared}</p>
      )}
    </Section>
  )
}
