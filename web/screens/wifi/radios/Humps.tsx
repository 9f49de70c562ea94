import type { Band } from '../../../../router/model/wifi/radios/channel.ts'
import { shownName } from '../../../parts/values/name.ts'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import { bandText } from '../radiostate/radio.ts'
import styles from './Humps.module.css'
import { busiest, type Hump, type Picture } from './picture.ts'

const texts = radioTexts.scan

/** The networks of one band: a hump each, as high as its signal, over its channel; the radio itself is a column. */
export function Humps({ band, picture: { humps, ticks, own } }: { band: Band; picture: Picture }) {
  const name = bandText(band)
  const most = busiest(humps)
  const summary = texts.summary(name, humps.length, most ? texts.busiest(most.channel, most.count) : '')
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <h3>{name}</h3>
        {own && <span className={styles.own}>{texts.own}</span>}
        <span>{humps.length === 0 ? texts.nothing(name) : texts.count(humps.length)}</span>
      </figcaption>
      <div className={styles.picture} role="img" aria-label={summary}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {own && <rect className={styles.block} x={own.left} y="0" width={own.right - own.left} height="100" />}
          {humps.map((hump) => (
            <path key={hump.key} className={styles.hump} d={pathOf(hump)} vectorEffect="non-scaling-stroke" />
          ))}
        </svg>
        {humps.map(
          ({ key, name: ssid, middle, height, isNamed }) =>
            isNamed && (
              <span
                key={key}
                className={styles.name}
                data-side={middle < 18 ? 'left' : middle > 82 ? 'right' : 'middle'}
                style={{ left: `${middle}%`, bottom: `${height}%` }}
              >
                {shownName(ssid) || texts.hidden}
              </span>
            ),
        )}
      </div>
      <div className={styles.ticks} aria-hidden="true">
        {ticks.map(({ channel, at }) => (
          <span key={channel} style={{ left: `${at}%` }}>
            {channel}
          </span>
        ))}
      </div>
    </figure>
  )
}

/** A curve that is `height` high in the middle: its control point is twice as high. */
const pathOf = ({ left, middle, right, height }: Hump): string =>
  `M${left} 100Q${middle} ${100 - 2 * height} ${right} 100`
