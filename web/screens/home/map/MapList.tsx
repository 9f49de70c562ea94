import { Button, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { groups } from '../../../../router/model/home/groups/contract.ts'
import type { UplinkStatus } from '../../../../router/model/internet/uplinks/status.ts'
import { ButtonLink } from '../../../parts/layout/ButtonLink.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { mapTexts } from '../../../texts/home/map.ts'
import { DeviceIcon } from '../devices/DeviceIcon.tsx'
import { statusWords } from '../devices/list/DeviceRow.tsx'
import type { MapBox } from './boxes.ts'
import { uplinkNote } from './graph.ts'
import styles from './MapList.module.css'
import { BoxTitle } from './nodes.tsx'
import { type Home, wayFromSite, wayToSite } from './reach.ts'
import type { MapSite } from './sites.ts'

/** The number of devices of a box that are listed before it is expanded. */
const FIRST = 30

interface MapListProps {
  home: Home
  boxes: readonly MapBox[]
  uplinks: readonly UplinkStatus[]
  canMove: boolean
  onChoose: (identity: string) => void
}

/** All that the map shows, as a list. */
export function MapList({ home, boxes, uplinks, canMove, onChoose }: MapListProps) {
  return (
    <>
      <p className="quiet">
        {mapTexts.chooseHint} {canMove && mapTexts.dragHint}
      </p>
      <div>
        <h2>
          <Link to="/admin/links" className={styles.link}>
            {mapTexts.internet}
          </Link>
        </h2>
        <p className="quiet">
          {uplinks.length === 0
            ? mapTexts.noUplink
            : uplinks.map((uplink) => `${uplink.Iface}: ${uplinkNote(uplink)}`).join(' · ')}
        </p>
      </div>
      {boxes.map((box) =>
        box.site ? (
          <SiteNote key={box.id} site={box.site} home={home} />
        ) : (
          <BoxList key={box.id} box={box} onChoose={onChoose} />
        ),
      )}
      <Permitted to={groups.update}>
        <ButtonLink to="/admin/groups" variant="default" size="compact-md">
          {mapTexts.changeGroups}
        </ButtonLink>
      </Permitted>
    </>
  )
}

/** Another home: its state, and the devices of this home that may use it or are shared with it. */
function SiteNote({ site, home: { entries } }: { site: MapSite; home: Home }) {
  const id = useId()
  const users = entries.filter((entry) => wayToSite(entry, site)).map(({ name }) => name)
  const shared = entries.filter((entry) => wayFromSite(site, entry)).map(({ name }) => name)
  return (
    <section aria-labelledby={id} className={styles.box}>
      <h2 id={id}>
        <Link to="/admin/vpn/site" search={{ name: site.Name }} className={styles.link}>
          {site.Name}
        </Link>
      </h2>
      <p className="quiet">{[mapTexts.site.states[site.State], ...site.Networks].join(' · ')}</p>
      <p className="quiet">{mapTexts.site.users(namesOf(users))}</p>
      <p className="quiet">{mapTexts.site.shared(namesOf(shared))}</p>
    </section>
  )
}

/** The first of these names; empty for none. */
const namesOf = (names: readonly string[]): string =>
  [names.slice(0, FIRST).join(', '), ...(names.length > FIRST ? [mapTexts.more(names.length - FIRST)] : [])].join(' ')

function BoxList({ box, onChoose }: { box: MapBox; onChoose: (identity: string) => void }) {
  const [isWhole, setWhole] = useState(false)
  const id = useId()
  const all = [...box.members, ...box.also]
  const rest = all.length - FIRST
  return (
    <section aria-labelledby={id} className={styles.box}>
      <h2 id={id}>
        <BoxTitle box={box} />
      </h2>
      {all.length === 0 && <p className="quiet">{mapTexts.noDevices}</p>}
      <ul>
        {(isWhole ? all : all.slice(0, FIRST)).map((entry) => (
          <li key={entry.identity}>
            <UnstyledButton className={styles.device} onClick={() => onChoose(entry.identity)}>
              <DeviceIcon entry={entry} size={18} />
              <span className={styles.name}>{entry.name}</span>
              <span className={styles.status}>{statusWords[entry.status]}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {!isWhole && rest > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {mapTexts.more(rest)}
        </Button>
      )}
    </section>
  )
}
