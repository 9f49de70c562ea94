import Link from '@docusaurus/Link'
import type { ReactNode } from 'react'
import styles from './home.module.css'

interface Entry {
  readonly name: string
  readonly says: string
  readonly to: string
  /** On a ground of 24 by 24. */
  readonly icon: string
}

const ENTRIES: readonly Entry[] = [
  {
    name: 'Firewall and routing',
    says: 'Port forwards, blocks and endpoints by tag, with a preview of the effect before you save.',
    to: '/docs/guides/firewall',
    icon: 'M12 3l7.5 3v5.5c0 4.5-3 7.8-7.5 9.5-4.5-1.7-7.5-5-7.5-9.5V6zM9 12l2.2 2.2L15.5 10',
  },
  {
    name: 'DNS and ad blocking',
    says: 'Encrypted DNS, block lists, exceptions for single devices, and a log that stays at home.',
    to: '/docs/guides/dns',
    icon: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6.2 6.2l11.6 11.6',
  },
  {
    name: 'Ports and uplinks',
    says: 'Several internet connections share the load. A change that disconnects you is reverted.',
    to: '/docs/guides/links',
    icon: 'M5 4.5h14v9h-3v4H8v-4H5zM9 4.5v3M12 4.5v3M15 4.5v3',
  },
  {
    name: 'Logs and traffic',
    says: 'Traffic by device, live and over a day, and who changed what.',
    to: '/docs/guides/logs',
    icon: 'M4 19.5h16M6 15.5l4-5 3.5 3 5-7',
  },
  {
    name: 'API',
    says: 'Everything the app does, with examples. Tokens are limited to the paths you choose.',
    to: '/api/0',
    icon: 'M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5M13.5 5l-3 14',
  },
  {
    name: 'Security design',
    says: 'What is enforced where, and the test with packets that covers it.',
    to: '/docs/security/secure-wifi-router-design',
    icon: 'M6.5 11h11v8.5h-11zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  },
]

/** The cards of the home page, one for each guide. */
export const Cards = (): ReactNode => (
  <ul className={styles.cards}>
    {ENTRIES.map(({ name, says, to, icon }) => (
      <li key={to}>
        <Link className={styles.card} to={to}>
          <svg width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
            <path d={icon} />
          </svg>
          <strong>{name}</strong>
          <span>{says}</span>
        </Link>
      </li>
    ))}
  </ul>
)
