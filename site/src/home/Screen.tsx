import useBaseUrl from '@docusaurus/useBaseUrl'
import type { ReactNode } from 'react'
import styles from './home.module.css'

interface Props {
  readonly name: string
  readonly alt: string
  readonly height: number
}

/** A picture of the admin app, taken of the real one. Of the two, only the one that is shown is fetched. */
export function Screen({ name, alt, height }: Props): ReactNode {
  const light = useBaseUrl(`/img/screens/${name}-desktop-light.png`)
  const dark = useBaseUrl(`/img/screens/${name}-desktop-dark.png`)
  const size = { width: 1280, height }
  return (
    <div className={styles.screen}>
      <img className={styles.day} src={light} alt={alt} loading="lazy" decoding="async" {...size} />
      <img className={styles.night} src={dark} alt={alt} loading="lazy" decoding="async" {...size} />
    </div>
  )
}
