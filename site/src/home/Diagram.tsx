import type { ReactNode } from 'react'
import styles from './Diagram.module.css'

interface Traveller {
  readonly name: string
  readonly says: string
  readonly y: number
  /** Where what it sends goes: on to somebody, or to the gate alone. */
  readonly path: string
  readonly passes: boolean
  /** In seconds, of the same eight for all. */
  readonly starts: number
}

const TRAVELLERS: readonly Traveller[] = [
  {
    name: 'laptop',
    says: 'wan, dns',
    y: 24,
    path: 'M186 54 C240 54 246 148 300 158 L380 160 L500 104',
    passes: true,
    starts: 0,
  },
  {
    name: 'tv',
    says: 'wan, family',
    y: 104,
    path: 'M186 134 C240 134 246 152 300 158 L380 160 L500 104',
    passes: true,
    starts: 2,
  },
  { name: 'camera', says: 'dns', y: 184, path: 'M186 214 C240 214 246 172 292 163', passes: false, starts: 4 },
  { name: 'stranger', says: 'nothing', y: 264, path: 'M186 294 C240 294 246 180 292 167', passes: false, starts: 6 },
]

/** The path of a packet: four devices, each alone with the router, and what becomes of what they send to the internet. */
export function Diagram(): ReactNode {
  return (
    <svg
      className={styles.diagram}
      viewBox="0 0 620 340"
      role="img"
      aria-label="Four devices, each in a network of its own, send to the internet. What laptop and television send passes the router; what the camera and a stranger send ends there."
    >
      {TRAVELLERS.map(({ name, path, passes }) => (
        <path key={name} d={path} className={passes ? styles.open : styles.closed} />
      ))}
      {TRAVELLERS.map(({ name, says, y }) => (
        <g key={name} transform={`translate(12 ${y})`}>
          <rect width="174" height="60" rx="12" className={styles.box} />
          <text x="18" y="26" className={styles.name}>
            {name}
          </text>
          <text x="18" y="45" className={styles.says}>
            may: {says}
          </text>
        </g>
      ))}
      <g transform="translate(288 84)">
        <rect width="108" height="152" rx="18" className={styles.gate} />
        <path d="M28 120 V68 a26 26 0 0 1 52 0 V120" className={styles.arch} />
        <path d="M41 120 V66 M54 120 V60 M67 120 V66 M28 84 H80 M28 102 H80" className={styles.bars} />
      </g>
      <text x="342" y="262" className={styles.caption}>
        Who is it?
      </text>
      <text x="342" y="281" className={styles.caption}>
        What may it?
      </text>
      <g transform="translate(484 68)">
        <rect width="126" height="60" rx="30" className={styles.box} />
        <text x="63" y="35" textAnchor="middle" className={styles.name}>
          internet
        </text>
      </g>
      {TRAVELLERS.map(({ name, path, passes, starts }) => (
        <circle
          key={name}
          r="6"
          className={passes ? styles.passing : styles.stopped}
          style={{ offsetPath: `path("${path}")`, animationDelay: `${starts}s` }}
        />
      ))}
    </svg>
  )
}
