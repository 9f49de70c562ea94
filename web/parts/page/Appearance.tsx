import { ActionIcon, useMantineContext } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { texts } from '../../texts.ts'
import { nextScheme } from './scheme.ts'

const ICONS = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }

const isSystemDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches

/** Switches between system, light and dark mode, and shows the present one. Stored in this browser. */
export function Appearance() {
  // Mantine's hook would add a `<style>` during the change, which the content security policy forbids.
  const { colorScheme, setColorScheme } = useMantineContext()
  const Icon = ICONS[colorScheme]
  const label = `${texts.shell.appearance}: ${texts.shell.appearances[colorScheme]}`
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(nextScheme(colorScheme, isSystemDark()))}
    >
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  )
}
