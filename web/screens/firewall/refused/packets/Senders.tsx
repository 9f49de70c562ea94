import { Button } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { packetLog } from '../../../../../router/model/firewall/refused/contract.ts'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../../parts/layout/Face.tsx'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { News } from '../../../../parts/lists/ListUpdates.tsx'
import { PagedList } from '../../../../parts/lists/PagedList.tsx'
import { usePausedList } from '../../../../parts/lists/usePausedList.ts'
import { countOf } from '../../../../parts/values/amount.ts'
import { packetTexts } from '../../../../texts/firewall/refused/packets.ts'
import rows from '../../../messages/events/EventRow.module.css'
import { EventRow } from '../../../messages/events/EventRow.tsx'
import { useActs } from '../../../messages/events/useActs.tsx'
import { useEvents } from '../../../messages/events/useEvents.ts'
import { useHousehold } from '../../../messages/events/useHousehold.ts'
import styles from './Packets.module.css'
import { type Sender, sendersOf } from './senders.ts'
import { usePacketLog } from './usePacketLog.ts'

const { senders: words } = packetTexts
const TOPIC = 'nft:drop:'
const isDrop = (topic: string): boolean => topic.startsWith(TOPIC)
const DAY_MS = 86_400_000
/** Packets per request. */
const PAGE = 500
/** Destinations that are listed for one sender. */
const LISTED = 4

/** The senders of dropped packets of the last day, with what can be done about each. */
export function Senders() {
  const household = useHousehold()
  const [filter] = useState(() => ({ topic: TOPIC, min: new Date(Date.now() - DAY_MS).toISOString() }))
  const pages = useEvents(filter, isDrop, PAGE)
  const { list } = pages
  const senders = useMemo(() => list && sendersOf(list, household), [list, household])
  return (
    <PagedList pages={pages} lines={senders} words={words} empty={<Nothing />}>
      {(shown) => (
        <Section
          title={words.title}
          hint={words.hint}
          note={
            <ButtonLink to="/admin/alerts/events" search={{ kind: 'firewall' }} variant="default" size="compact-sm">
              {words.all}
            </ButtonLink>
          }
        >
          <SenderList senders={shown} />
        </Section>
      )}
    </PagedList>
  )
}

function Nothing() {
  const { settings, change } = usePacketLog()
  const saved = settings.data
  return saved?.Dropped === false ? (
    <Face icon={<IconShieldOff size={32} stroke={1.5} />} title={words.off} hint={words.offHint}>
      <Permitted to={packetLog.configure}>
        <Button variant="default" loading={change.isPending} onClick={() => change.mutate({ ...saved, Dropped: true })}>
          {words.turnOn}
        </Button>
      </Permitted>
    </Face>
  ) : (
    <Face icon={<IconShieldCheck size={32} stroke={1.5} />} title={words.empty} hint={words.emptyHint} />
  )
}

/** A list that is paused while the user is about to press something in it. */
function SenderList({ senders }: { senders: readonly Sender[] }) {
  const household = useHousehold()
  const { act, dialog } = useActs()
  const still = usePausedList(senders)
  return (
    <>
      <News isHeld={still.isHeld} count={still.fresh.length} onShow={still.goOn} order={words.order} />
      <ul className={styles.senders} {...still.list}>
        {still.lines.map(({ key, name, known, count, lines }) => (
          <li key={key} className={styles.sender}>
            <div className={styles.head}>
              <h3>
                {known ? (
                  <Link to="/admin/devices/$identity" params={{ identity: known.identity }}>
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </h3>
              <span>{words.packets(countOf(count), count)}</span>
            </div>
            <ul className={rows.plain}>
              {lines.slice(0, LISTED).map((line) => (
                <li key={line.key}>
                  <EventRow line={line} household={household} onAct={act} />
                </li>
              ))}
            </ul>
            {lines.length > LISTED && (
              <Link
                to="/admin/alerts/events"
                search={{ kind: 'firewall', ...(known ? { device: known.identity } : { q: name }) }}
                className={styles.more}
                aria-label={words.allOf(name)}
              >
                {words.others(lines.length - LISTED)}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </>
  )
}
