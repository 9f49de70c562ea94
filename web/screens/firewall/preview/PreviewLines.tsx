import { IconLock, IconLockOpen2, IconRouter } from '@tabler/icons-react'
import type { Preview } from '../../../../router/model/firewall/preview/contract.ts'
import { firewallTexts } from '../../../texts/firewall/firewall.ts'
import styles from './PreviewLines.module.css'
import { groupPassages } from './passages.ts'

const texts = firewallTexts.preview

/** What an edit opens and closes, or that it changes nothing as things are, and the ports that stay with the router. */
export function PreviewLines({ preview, idle }: { preview: Preview; idle: string | undefined }) {
  const [opens, closes] = [groupPassages(preview.Opens), groupPassages(preview.Closes)]
  const kept = preview.Kept.map(({ Protocol, Port }) => `${Protocol.toUpperCase()} ${Port}`)
  return (
    <>
      {opens.length + closes.length === 0 && (
        <p className={styles.quiet}>
          {texts.nothing} {idle && `${firewallTexts.idleNow} ${idle}`}
        </p>
      )}
      {opens.length + closes.length + kept.length > 0 && (
        <ul className={styles.ways}>
          {opens.map(({ from, to, at }) => (
            <li key={`+${to}${at}`} className={styles.way} data-verb="opens">
              <IconLockOpen2 size={18} stroke={1.7} aria-label={texts.opens} />
              <span>{texts.opened(from, to, at)}</span>
            </li>
          ))}
          {closes.map(({ from, to, at }) => (
            <li key={`-${to}${at}`} className={styles.way} data-verb="closes">
              <IconLock size={18} stroke={1.7} aria-label={texts.closes} />
              <span>{texts.closed(from, to, at)}</span>
            </li>
          ))}
          {kept.length > 0 && (
            <li className={styles.way}>
              <IconRouter size={18} stroke={1.7} aria-hidden />
              <span>{texts.kept(kept)}</span>
            </li>
          )}
          {!preview.IsComplete && <li className={styles.quiet}>{texts.more}</li>}
        </ul>
      )}
    </>
  )
}
