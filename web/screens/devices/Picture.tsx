import { UnstyledButton } from '@mantine/core'
import { SaveError, SaveNote } from '../../parts/SaveNote.tsx'
import { Section } from '../../parts/Section.tsx'
import { deviceTexts as words } from '../../texts/device.ts'
import { lookOf, PICTURES } from './DeviceIcon.tsx'
import type { Entry } from './entry.ts'
import styles from './Picture.module.css'
import { useEdit } from './useEdit.ts'

/** Which picture stands for the device in lists and on the map. */
export function Picture({ entry: { identity, device } }: { entry: Entry }) {
  const edit = useEdit(identity)
  const shown = lookOf(device)
  return (
    <Section title={words.icon} note={<SaveNote status={edit.status} />}>
      <div className={styles.pictures}>
        {PICTURES.map(([name, Icon]) => (
          <UnstyledButton
            key={name}
            className={styles.picture}
            aria-label={words.icons[name]}
            title={words.icons[name]}
            aria-pressed={Icon === shown}
            onClick={() => edit.mutate({ Style: { ...device.Style, Icon: name } })}
          >
            <Icon size={22} stroke={1.5} aria-hidden />
          </UnstyledButton>
        ))}
      </div>
      <SaveError error={edit.error} />
    </Section>
  )
}
