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
import { texts } from '../../../texts/internet/links.ts'
import { type Link, type LinkState, purposeOf } from './link.ts'
import styles from './Ports.module.css'

const AT_ONCE = 2

const icons: Record<string, TablerIcon> = { Uplink: IconWorld, Downlink: IconHome, AP: IconAntenna }

const isOn = (state: LinkState): boolean => state === 'connected' || state === 'on'

/** What is plugged in, and what it is for. */
export const Ports = ({ links }: { links: readonly Link[] }) => (
  <Section title={texts.ports.title} hint={texts.ports.hint}>
    {links.length > 0 ? (
      <ul className={styles.ports}>
        {links.map((link) => (
          <Port key={link.name} link={link} />
        ))}
      </ul>
    ) : (
      <Face icon={<IconNetworkOff size={32} stroke={1.5} />} title={texts.ports.none} hint="" />
    )}
  </Section>
)

function Port({ link: { name, config, state, addresses, tags, stations } }: { link: Link }) {
  const Icon = icons[config?.Type ?? ''] ?? (isOn(state) ? IconNetwork : IconNetworkOff)
  const extra = [
    texts.ports.states[state],
    ...(stations > 0 ? [texts.ports.stations(stations)] : []),
    ...(tags.length > 0 ? [texts.ports.tagged(tags.join(', '))] : []),
  ]
  return (
    <li className={styles.item}>
      <To to="/admin/links/$name" params={{ name }} className={styles.port} data-on={isOn(state)}>
        <Icon size={22} stroke={1.5} aria-hidden />
        <span className={styles.name}>
          <strong>{texts.purposes[purposeOf(config)].name}</strong>
          <code>{name}</code>
        </span>
        <span className={styles.state}>{extra.join(' · ')}</span>
        <span className={styles.addresses}>
          {addresses.slice(0, AT_ONCE).map((address) => (
            <code key={address}>{address}</code>
          ))}
          {addresses.length > AT_ONCE && <span>{texts.ports.more(addresses.length - AT_ONCE)}</span>}
        </span>
        <IconChevronRight size={18} stroke={1.6} aria-hidden />
      </To>
    </li>
  )
}
