import { IconArrowsDownUp, IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link as To } from '@tanstack/react-router'
import { uplinkLink } from '../../../../router/model/internet/links/interface.ts'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import type { UplinkStatus } from '../../../../router/model/internet/uplinks/status.ts'
import { query } from '../../../client/query.ts'
import { Face } from '../../../parts/layout/Face.tsx'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { lengthOf, shareOf } from '../../../parts/values/amount.ts'
import { linkTexts } from '../../../texts/internet/links.ts'
import type { PhysicalLink } from '../links/link.ts'
import { connectionStateWords, uplinkFaultWords } from './faultWords.ts'
import { LinkLatency } from './LinkLatency.tsx'
import { shortMs } from './latency.ts'
import { Speed } from './Speed.tsx'
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

const words = linkTexts.uplinks

interface UplinkCardProps {
  status: UplinkStatus
  /** The port that it is on; undefined only for a moment, while it is being changed. */
  port: PhysicalLink | undefined
  isOnly: boolean
  /** Why it does not reach the internet, if the router reports a reason. Without a full stop. */
  reason: string | undefined
}

/** One way to the internet: whether it leads anywhere, how soon it answers, and how fast it is. */
function UplinkCard({ status, port, isOnly, reason }: UplinkCardProps) {
  const { Iface, Up, Active, Gateway, Connection, LatencyMs, LossPct, Downtime24h } = status
  const Icon = !Up ? IconCircleXFilled : Active ? IconCircleCheckFilled : IconArrowsDownUp
  return (
    <article className={styles.uplink}>
      <div className={styles.head}>
        <h3>
          {port ? (
            <To to="/admin/links/$name" params={{ name: port.name }}>
              {Iface}
            </To>
          ) : (
            Iface
          )}
        </h3>
        <span className={styles.status} data-up={Up}>
          <Icon size={18} aria-hidden />
          {!Up ? words.down : Active || isOnly ? words.up : words.spare}
        </span>
      </div>
      {!Up && reason && <p className={styles.reason}>{reason}.</p>}
      <LinkLatency link={Iface} />
      <FactList>
        {port && port.addresses.length > 0 && (
          <Fact name={linkTexts.link.addresses}>
            <code>{port.addresses.join(' ')}</code>
          </Fact>
        )}
        {Connection.length > 0 && <Fact name={words.connection}>{connectionStateWords(Connection)}</Fact>}
        <Fact name={words.gateway}>{Gateway ? <code>{Gateway}</code> : words.noGateway}</Fact>
        {Up && LatencyMs > 0 && <Fact name={words.latency}>{words.ms(shortMs(LatencyMs))}</Fact>}
        <Fact name={words.loss}>{shareOf(LossPct, 100)}</Fact>
        <Fact name={words.away}>{Downtime24h > 0 ? lengthOf(Downtime24h) : words.notAway}</Fact>
        <Speed link={Iface} isReady={Up} />
      </FactList>
    </article>
  )
}
