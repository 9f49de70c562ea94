import { ActionIcon } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconArrowsMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { Span } from '../../../parts/charts/series.ts'
import { trafficTexts } from '../../../texts/traffic/flows.ts'
import { moved, zoomed } from './searchParams.ts'
import styles from './TrafficScreen.module.css'
import type { Viewing } from './useView.ts'

const words = trafficTexts.zoom

/** For the keyboard and for fingers what marking a stretch is for the mouse. */
export function Zoom({ view: { span, all, range, zoom } }: { view: Viewing }) {
  const isWhole = span === all
  const [earlier, later] = [moved(span, -1, all), moved(span, 1, all)]
  const same = (other: Span | undefined) => other?.from === span.from
  return (
    <fieldset className={styles.zoom} aria-label={words.label}>
      <ZoomButton
        label={words.earlier}
        icon={IconArrowLeft}
        disabled={isWhole || same(earlier)}
        onClick={() => zoom(earlier)}
      />
      <ZoomButton
        label={words.later}
        icon={IconArrowRight}
        disabled={isWhole || same(later)}
        onClick={() => zoom(later)}
      />
      <ZoomButton
        label={words.in}
        icon={IconZoomIn}
        disabled={false}
        onClick={() => zoom(zoomed(span, 0.5, all, range))}
      />
      <ZoomButton
        label={words.out}
        icon={IconZoomOut}
        disabled={isWhole}
        onClick={() => zoom(zoomed(span, 2, all, range))}
      />
      <ZoomButton label={words.whole} icon={IconArrowsMaximize} disabled={isWhole} onClick={() => zoom(undefined)} />
    </fieldset>
  )
}

interface ZoomButtonProps {
  label: string
  icon: typeof IconZoomIn
  disabled: boolean
  onClick: () => void
}

/** A button with an icon. */
export const ZoomButton = ({ label, icon: Icon, disabled, onClick }: ZoomButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    size="lg"
    aria-label={label}
    title={label}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon size={20} stroke={1.6} />
  </ActionIcon>
)
