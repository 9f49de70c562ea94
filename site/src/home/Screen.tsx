import useBaseUrl from '@docusaurus/useBaseUrl'
import type { ReactNode } from 'react'
import styles from './home.module.css'

interface Props {
  readonly name: string
  readonly alt: string
  /** Of the desk's picture, which is 1440 wide; a phone's is 640 by 1280. */
  readonly height: number
  /** Whether a desk shows both. */
  readonly isBoth?: true
}

interface PairProps {
  readonly name: string
  readonly alt: string
  readonly size: { readonly width: number; readonly height: number }
}

function Pair({ name, alt, size }: PairProps): ReactNode {
  const place = useBaseUrl(`/img/screens/${name}`)
  return (['light', 'dark'] as const).map((mode) => (
    <img
      key={mode}
      className={styles[mode]}
      src={`${place}-${mode}.webp`}
      alt={alt}
      loading="lazy"
      decoding="async"
      {...size}
    />
  ))
}

/** A screen of the admin app, taken of the real one. Of its pictures, only what is shown is fetched. */
export const Screen = ({ name, alt, height, isBoth }: Props): ReactNode => (
  <div className={`${styles.screen} ${isBoth ? styles.both : ''}`}>
    <div className={styles.desk}>
      <Pair name={`${name}-desktop`} alt={alt} size={{ width: 1440, height }} />
    </div>
    <div className={styles.phone}>
      <Pair name={`${name}-phone`} alt={isBoth ? 'The same on a phone.' : alt} size={{ width: 640, height: 1280 }} />
    </div>
  </div>
)
