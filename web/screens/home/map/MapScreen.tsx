import { SegmentedControl } from '@mantine/core'
import { IconMap2 } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Face } from '../../../parts/layout/Face.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { ScreenHead } from '../../../parts/layout/ScreenHead.tsx'
import { usePageTitle } from '../../../parts/layout/usePageTitle.ts'
import { mapTexts } from '../../../texts/home/map.ts'
import type { MapGrouping } from './boxes.ts'
import styles from './MapScreen.module.css'
import { NetworkMap } from './NetworkMap.tsx'
import { useHome } from './useHome.ts'
import { useMove } from './useMove.ts'

const ORDERS: readonly MapGrouping[] = ['group', 'link']

export function MapScreen() {
  usePageTitle(mapTexts.title)
  const { by = 'group', device } = useSearch({ from: '/admin/map' })
  const navigate = useNavigate({ from: '/admin/map' })
  const move = useMove()
  const { home, error, refetch } = useHome(move.pending)
  return (
    <>
      <ScreenHead title={mapTexts.title} hint={mapTexts.hint}>
        <SegmentedControl
          className={styles.orders}
          aria-label={mapTexts.order}
          value={by}
          onChange={(order) =>
            void navigate({ search: (old) => ({ ...old, by: order === 'link' ? order : undefined }), replace: true })
          }
          data={ORDERS.map((value) => ({ value, label: mapTexts.orders[value] }))}
        />
      </ScreenHead>
      {home && home.entries.length === 0 ? (
        <Face icon={<IconMap2 size={36} stroke={1.3} />} title={mapTexts.empty} hint={mapTexts.emptyHint} />
      ) : home ? (
        <>
          <SaveError error={move.error} />
          <NetworkMap
            home={home}
            order={by}
            chosen={device}
            onChoose={(identity) => void navigate({ search: (old) => ({ ...old, device: identity }) })}
            move={move}
          />
        </>
      ) : (
        <LoadState title={mapTexts.failed} query={{ error, refetch }} height={420} radius="lg" />
      )}
    </>
  )
}
