import { type ReactNode, useState } from 'react'
import styles from './Diagram.module.css'

interface Traveller {
  readonly name: string
  readonly may: string
  /** The middle of its card, from the top. */
  readonly y: number
  /** The path of its packets: through the router, or only to it. */
  readonly path: string
  readonly passes: boolean
  /** Delay in seconds within the animation of eight seconds. */
  readonly starts: number
  /** On a ground of 24 by 24. */
  readonly icon: string
}

const THROUGH = 'L352 190 C384 190 372 108 404 108'

const TRAVELLERS: readonly Traveller[] = [
  {
    name: 'laptop',
    may: 'wan, dns',
    y: 52,
    path: `M176 52 C218 52 206 190 248 190 ${THROUGH}`,
    passes: true,
    starts: 0,
    icon: 'M6 6h12v9H6zM3.5 18.5h17',
  },
  {
    name: 'tv',
    may: 'wan, family',
    y: 144,
    path: `M176 144 C218 144 206 190 248 190 ${THROUGH}`,
    passes: true,
    starts: 2,
    icon: 'M3.5 5.5h17v11h-17zM8.5 20h7',
  },
  {
    name: 'camera',
    may: 'dns',
    y: 236,
    path: 'M176 236 C218 236 206 198 240 195',
    passes: false,
    starts: 4,
    icon: 'M12 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM12 7.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8 20.5h8',
  },
  {
    name: 'stranger',
    may: 'nothing',
    y: 328,
    path: 'M176 328 C218 328 206 206 240 200',
    passes: false,
    starts: 6,
    icon: 'M9.2 9.3a2.8 2.8 0 1 1 4.2 2.4c-.9.5-1.4 1.1-1.4 2.1M12 17.5h.01',
  },
]

const Card = ({ name, may, y, icon, passes }: Traveller): ReactNode => (
  <g transform={`translate(4 ${y - 38})`}>
    <rect width="172" height="76" rx="16" className={styles.box} />
    <path d={icon} transform="translate(12 25)" className={styles.icon} />
    <text x="48" y="33" className={styles.name}>
      {name}
    </text>
    <text x="48" y="56" className={styles.may}>
      {may}
    </text>
    <circle cx="172" cy="38" r="11" className={passes ? styles.yes : styles.no} />
    <path d={passes ? 'M167 38.5l3.5 3.5 6.5-7' : 'M168 34l8 8M176 34l-8 8'} className={styles.mark} />
  </g>
)

/** An animation of packets from four isolated devices: two pass the router, two are dropped. */
export function Diagram(): ReactNode {
  const [isStill, setIsStill] = useState(false)
  return (
    <div className={styles.diagram}>
      <svg
        className={isStill ? styles.still : ''}
        viewBox="0 0 520 384"
        role="img"
        aria-label="Four devices, each in its own network, send packets to the internet. The router forwards those of the laptop and the television, and drops those of the camera and of an unknown device."
      >
        {TRAVELLERS.map(({ name, path, passes }) => (
          <path key={name} d={path} className={passes ? styles.open : styles.closed} />
        ))}
        {TRAVELLERS.map((traveller) => (
          <Card key={traveller.name} {...traveller} />
        ))}
        <g transform="translate(248 94)">
          <rect width="104" height="192" rx="20" className={styles.gate} />
          <path d="M25 162 V86 a27 27 0 0 1 54 0 V162" className={styles.arch} />
          <path d="M38.5 162 V82 M52 162 V74 M65.5 162 V82 M25 110 H79 M25 136 H79" className={styles.bars} />
          <text x="52" y="34" className={styles.sign}>
            router
          </text>
        </g>
        <g transform="translate(404 70)">
          <rect width="112" height="76" rx="38" className={styles.box} />
          <text x="56" y="44" textAnchor="middle" className={styles.name}>
            internet
          </text>
        </g>
        <g transform="translate(436 232)">
          <text x="0" y="0" className={styles.question}>
            Identity?
          </text>
          <text x="0" y="28" className={styles.question}>
            Permission?
          </text>
          <text x="0" y="56" className={styles.question}>
            Else: drop.
          </text>
        </g>
        {TRAVELLERS.map(({ name, path, passes, starts }) => (
          <circle
            key={name}
            r="7"
            className={passes ? styles.passing : styles.stopped}
            style={{ offsetPath: `path("${path}")`, animationDelay: `${starts}s` }}
          />
        ))}
      </svg>
      <button type="button" className={styles.pause} onClick={() => setIsStill(!isStill)} aria-pressed={isStill}>
        <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
          <path d={isStill ? 'M4.5 2.5v11l9-5.5z' : 'M4 2.5h2.8v11H4zM9.2 2.5H12v11H9.2z'} fill="currentColor" />
        </svg>
        <span className={styles.pauseName}>Pause the animation</span>
      </button>
    </div>
  )
}
