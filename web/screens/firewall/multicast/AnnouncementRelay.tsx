import { multicast } from '../../../../router/model/firewall/multicast/contract.ts'
import type { MulticastSettings } from '../../../../router/model/firewall/multicast/settings.ts'
import { SwitchSection } from '../../../parts/forms/SavedSwitch.tsx'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { multicastTexts as words } from '../../../texts/firewall/multicast.ts'
import { Announcement } from './Announcement.tsx'
import styles from './AnnouncementRelay.module.css'
import { NewAnnouncement } from './NewAnnouncement.tsx'
import { useMulticast, useMulticastChange } from './useMulticast.ts'

/** Whether announcements are relayed between devices, and which ones. */
export function AnnouncementRelay() {
  const { data, error, refetch } = useMulticast()
  if (data) return <Settings saved={data} />
  return (
    <Section title={words.title} hint={words.hint}>
      <LoadState title={words.failed} query={{ error, refetch }} height={120} />
    </Section>
  )
}

function Settings({ saved: { Disabled, Addresses } }: { saved: MulticastSettings }) {
  const turn = useMulticastChange<boolean>((_, isOn) => ({ Disabled: !isOn }))
  return (
    <SwitchSection
      changes={multicast.updateMulticastSettings}
      title={words.title}
      hint={words.hint}
      label={words.enabled}
      saved={!Disabled}
      save={turn}
    >
      {!Disabled && (
        <>
          <ul className={styles.list} aria-label={words.list}>
            {Addresses.map((one) => (
              <Announcement key={one.Address} of={one} />
            ))}
          </ul>
          <Permitted to={multicast.updateMulticastSettings}>
            <More label={words.more}>
              <NewAnnouncement />
            </More>
          </Permitted>
        </>
      )}
    </SwitchSection>
  )
}
