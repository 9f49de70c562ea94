import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'

interface IconButtonProps extends Pick<ActionIconProps, 'className' | 'disabled' | 'loading' | 'size'> {
  /** What it does: the name for screen readers, and the tooltip. */
  label: string
  icon: TablerIcon
  onClick: () => void
}

/** A button with an icon in place of text. */
export const IconButton = ({ label, icon: Icon, ...props }: IconButtonProps) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} {...props}>
    <Icon size={18} stroke={1.6} />
  </ActionIcon>
)
