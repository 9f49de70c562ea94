import { UnstyledButton } from '@mantine/core'
import { SettingSection } from '../../../../parts/forms/SettingSection.tsx'
import { deviceTexts as words } from '../../../../texts/home/devices/device.ts'
import { COLOURS, colourOf } from '../appearance.ts'
import { lookOf, PICTURES } from '../DeviceIcon.tsx'
import type { ShownDevice } from '../entry.ts'
import { useEdit } from '../useEdit.ts'
import styles from './DeviceAppearance.module.css'

/** The icon and color of the device. */
export function DeviceAppearance({ entry: { identity, device } }: { entry: ShownDevice }) {
  const edit = useEdit(identity)
  const shown = lookOf(device)
  const colour = colourOf(device.Style.Color)
  return (
    <SettingSection title={words.icon} save={edit}>
      <fieldset className={styles.pictures} aria-label={words.icon}>
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
      </fieldset>
      <fieldset className={styles.pictures} aria-label={words.colour}>
        {COLOURS.map((name) => (
          <UnstyledButton
            key={name}
            className={styles.picture}
            aria-label={words.colours[name]}
            title={words.colours[name]}
            aria-pressed={name === colour}
            onClick={() => edit.mutate({ Style: { ...device.Style, Color: name } })}
          >
            <span className={styles.swatch} data-colour={name} />
          </UnstyledButton>
        ))}
      </fieldset>
    </SettingSection>
  )
}
