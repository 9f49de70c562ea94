import {
  IconAntenna,
  IconChevronRight,
  IconHome,
  IconNetwork,
  IconNetworkOff,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link as To } from '@tanstack/react-router'
import { Face } from '../../../parts/layout/Face.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import rows from '../../../parts/lists/Rows.module.css'
import { linkTexts } from '../../../texts/internet/links.ts'
import { type LinkState, type PhysicalLink, purposeOf } from './link.ts'
import styles from './NetworkPorts.module.css'

const AT_ONCE = 2

const icons: Record<string, TablerIcon> = { Uplink: IconWorld, Downlink: IconHome, AP: IconAntenna }

const isOn = (state: LinkState): boolean => state === 'connected' || state === 'on'

/** What is plugged in, and what it is for. */
export const NetworkPorts = ({ links }: { links: readonly PhysicalLink[] }) => (
  <Section title={linkTexts.ports.title} hint={linkTexts.ports.hint}>
    {links.length > 0 ? (
      <ul className={rows.list}>
        {links.map((link) => (
          <Port key={link.name} link={link} />
        ))}
      </ul>
    ) : (
      <Face icon={<IconNetworkOff size={32} stroke={1.5} />} title={linkTexts.ports.none} hint="" />
    )}
  </Section>
)

function Port({ link: { name, config, state, addresses, tags, stations } }: { link: PhysicalLink }) {
  const Icon = icons[config?.Type ?? ''] ?? (isOn(state) ? IconNetwork : IconNetworkOff)
  const extra = [
    linkTexts.ports.states[state],
    ...(stations > 0 ? [linkTexts.ports.stations(stations)] : []),
    ...(tags.length > 0 ? [linkTexts.ports.tagged(tags.join(', '))] : []),
  ]
  return (
    <li className={rows.item}>
      <To to="/admin/links/$name" params={{ name }} className={styles.port} data-on={isOn(state)}>
        <Icon size={22} stroke={1.5} aria-hidden />
        <span className={styles.name}>
          <strong>{linkTexts.purposes[purposeOf(config)].name}</strong>
          <code>{name}</code>
        </span>
        <span className={styles.state}>{extra.join(' · ')}</span>
        <span className={styles.addresses}>
          {addresses.slice(0, AT_ONCE).map((address) => (
            <code key={address}>{address}</code>
          ))}
          {addresses.length > AT_ONCE && <span>{linkTexts.ports.more(addresses.length - AT_ONCE)}</span>}
        </span>
        <IconChevronRight size={18} stroke={1.6} aria-hidden />
      </To>
    </li>
  )
}
