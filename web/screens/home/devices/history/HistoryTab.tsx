import { IconHistory } from '@tabler/icons-react'
import { useId } from 'react'
import { Face } from '../../../../parts/layout/Face.tsx'
import listBox from '../../../../parts/lists/ListBox.module.css'
import { PagedList } from '../../../../parts/lists/PagedList.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { logTexts } from '../../../../texts/machine/logs.ts'
import { AuditChange } from '../../../access/audit/AuditChange.tsx'
import { useChanges } from '../../../access/audit/useChanges.ts'
import { useDevicePage } from '../devicePage.ts'
import { DeviceEvents } from './Events.tsx'
import styles from './HistoryTab.module.css'

const words = logTexts.change

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
    <PagedList
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
              <AuditChange key={change.Id} entry={change} />
            ))}
          </ol>
        </section>
      )}
    </PagedList>
  )
}
