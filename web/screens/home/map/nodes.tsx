import { UnstyledButton } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronRight,
  IconHome,
  IconHomeLink,
  IconPlug,
  IconRouter,
  IconWorld,
} from '@tabler/icons-react'
import { type NodeProps, Position } from '@xyflow/react'
import { useMemo } from 'react'
import { isDisabled } from '../../../../router/model/home/devices/device.ts'
import { mapTexts } from '../../../texts/home/map.ts'
import { DeviceIcon } from '../devices/DeviceIcon.tsx'
import { isConnected } from '../devices/entry.ts'
import type { MapBox } from './boxes.ts'
import type { BoxNode, CardNode, ClusterNode, HubNode, SiteNode, TitleNode } from './graph.ts'
import styles from './nodes.module.css'
import specksStyles from './Specks.module.css'
import { type Speck, specksOf } from './specks.ts'

const ICONS = { internet: IconWorld, uplink: IconPlug, router: IconRouter }

/**
 * Where lines may begin and end: the middle of each side. React Flow's own `Handle`, from which one could draw a line, would
 * listen to each step of the map, four times for each device.
 */
const Sides = () =>
  Object.values(Position).map((side) => (
    <span key={side} data-handleid={side} data-handlepos={side} className={`source ${styles.side}`} />
  ))

/** The internet, an uplink, or the router itself. */
export function Hub({ data: { kind, title, note, isIll } }: NodeProps<HubNode>) {
  const Icon = ICONS[kind]
  return (
    <div className={styles.hub} data-kind={kind} data-ill={isIll || undefined}>
      <Icon size={22} stroke={1.6} />
      <span className={styles.words}>
        <strong>{title}</strong>
        {note !== '' && <small>{note}</small>}
      </span>
      <Sides />
    </div>
  )
}

const boxTitle = ({ kind, name }: Pick<MapBox, 'kind' | 'name'>): string =>
  kind === 'group' || kind === 'site' ? name : mapTexts.box[kind]

/** What rules and manuals call a link. */
const linkName = ({ kind, name }: MapBox): string => (kind === 'wifi' || kind === 'cable' ? name : '')

/** The name of a box with its details. */
export const BoxTitle = ({ box }: { box: MapBox }) => (
  <>
    {boxTitle(box)}
    {linkName(box) !== '' && <code className={styles.link}>{linkName(box)}</code>}
    {box.isOff && <small className={styles.off}>{mapTexts.box.off}</small>}
  </>
)

/** The frame around all boxes. */
export const MapFrame = () => (
  <div className={styles.frame}>
    <Sides />
  </div>
)

/** The devices of a box at small scales. */
function Specks({ specks }: { specks: readonly Speck[] }) {
  const groups = useMemo(() => specksOf(specks), [specks])
  return (
    <svg className={specksStyles.specks} aria-hidden="true">
      {groups.map(({ key, look, status, colour, isGuest, plates, pictures, names, dots, marks }) => (
        <g key={key} data-look={look} data-status={status} data-colour={colour} data-guest={isGuest || undefined}>
          <path className={specksStyles.plate} d={plates} />
          <path className={specksStyles.picture} d={pictures} />
          <path className={specksStyles.name} d={names} />
          <path className={specksStyles.mark} d={marks} />
          <path className={specksStyles.dot} d={dots} />
        </g>
      ))}
    </svg>
  )
}

export const BoxFrame = ({ data: { box, specks } }: NodeProps<BoxNode>) => (
  <div className={styles.box} data-kind={box.kind} data-off={box.isOff || undefined}>
    <Specks specks={specks} />
    <Sides />
  </div>
)

export const BoxLabel = ({ data: { box } }: NodeProps<TitleNode>) => (
  <strong className={styles.title} data-kind={box.kind} data-off={box.isOff || undefined}>
    <BoxTitle box={box} />
  </strong>
)

/** Devices of one kind, until it is opened. */
export const ClusterCard = ({ data: { cluster, look } }: NodeProps<ClusterNode>) => {
  const { kind, members, isOpen } = cluster
  const online = members.filter(isConnected).length
  const [first, last] = [members[0]?.name ?? '', members.at(-1)?.name ?? '']
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <UnstyledButton
        className={styles.card}
        data-look={look}
        data-cluster
        data-open={isOpen || undefined}
        tabIndex={-1}
      >
        <Icon size={18} stroke={1.8} />
        <span className={styles.words}>
          <strong>{mapTexts.cluster(mapTexts.kinds[kind], members.length)}</strong>
          <small>{online > 0 ? mapTexts.online(online) : `${first} – ${last}`}</small>
        </span>
      </UnstyledButton>
      <Sides />
    </>
  )
}

/** Another home: its state and its networks. */
export const SiteCard = ({ data: { site, look } }: NodeProps<SiteNode>) => (
  <>
    <UnstyledButton className={styles.card} data-look={look} data-site={site.State} tabIndex={-1}>
      <IconHomeLink size={18} stroke={1.8} />
      <span className={styles.words}>
        <strong>{mapTexts.site.states[site.State]}</strong>
        {site.Networks.length > 0 && <small>{site.Networks.join(', ')}</small>}
      </span>
    </UnstyledButton>
    <Sides />
  </>
)

/** A device. The list beside the map has the button for the keyboard. */
export const Card = ({ data: { entry, look, isGuest } }: NodeProps<CardNode>) => (
  <>
    <UnstyledButton
      className={styles.card}
      data-look={look}
      data-status={entry.status}
      data-guest={isGuest || undefined}
      tabIndex={-1}
    >
      <DeviceIcon entry={entry} size={18} />
      <span className={styles.name}>{entry.name}</span>
      {!isDisabled(entry.device) && (
        <span className={styles.may}>
          {entry.device.Policies.includes('lan') && <IconHome size={15} stroke={1.8} />}
          {entry.device.Policies.includes('wan') && <IconWorld size={15} stroke={1.8} />}
        </span>
      )}
    </UnstyledButton>
    <Sides />
  </>
)
