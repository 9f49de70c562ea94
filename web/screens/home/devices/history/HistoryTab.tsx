import { IconHistory } from '@tabler/icons-react'
import { useId } from 'react'
import { Face } from '../../../../parts/layout/Face.tsx'
import listBox from '../../../../parts/lists/ListBox.module.css'
import { Pages } from '../../../../parts/lists/Pages.tsx'
import { deviceTexts } from '../../../../texts/home/device.ts'
import { texts } from '../../../../texts/machine/logs.ts'
import { Change } from '../../../access/audit/Change.tsx'
import { useChanges } from '../../../access/audit/useChanges.ts'
import { useDevicePage } from '../devicePage.ts'
import { DeviceEvents } from './Events.tsx'
import styles from './HistoryTab.module.css'

const words = texts.change

/** Events of this device, and changes to its settings. */
export const HistoryTab = () => (
  <div className={styles.page}>
    <DeviceEvents />
    <Changes />
  </div>
)

function Changes() {
  const { entry } = useDevicePage()
  const id = useId()
  const pages = useChanges(entry.identity, '')
  return (
    <Pages
      pages={pages}
      lines={pages.data?.pages.flat()}
      words={words}
      empty={<Face icon={<IconHistory size={32} stroke={1.5} />} title={words.empty} hint={words.emptyHint} />}
    >
      {(changes) => (
        <section aria-labelledby={id}>
          <h2 id={id} className={styles.title}>
            {deviceTexts.changes}
          </h2>
          <ol className={listBox.box}>
            {changes.map((change) => (
              <Change key={change.Id} entry={change} />
            ))}
          </ol>
        </section>
      )}
    </Pages>
  )
}
