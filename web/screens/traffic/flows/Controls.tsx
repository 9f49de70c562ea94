import { SegmentedControl } from '@mantine/core'
import { trafficTexts } from '../../../texts/traffic/flows.ts'
import type { TrafficRange } from './searchParams.ts'
import type { TrafficArea } from './slice.ts'
import styles from './TrafficScreen.module.css'
import type { Viewing } from './useView.ts'

const { range, ranges, area, areas } = trafficTexts
const RANGES = (['live', 'hour', 'six', 'day'] as const).map((value) => ({ value, label: ranges[value] }))
const AREAS = (['wan', 'lan'] as const).map((value) => ({ value, label: areas[value] }))

/** The period, and the kind of traffic. */
export const Controls = ({ view }: { view: Viewing }) => (
  <div className={styles.controls}>
    <SegmentedControl<TrafficRange>
      className={styles.choice}
      aria-label={range}
      data={RANGES}
      value={view.range}
      onChange={view.chooseRange}
    />
    <SegmentedControl<TrafficArea>
      className={styles.choice}
      aria-label={area}
      data={AREAS}
      value={view.area}
      onChange={view.chooseArea}
    />
  </div>
)
