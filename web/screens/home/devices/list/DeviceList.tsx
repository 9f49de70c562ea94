import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Face } from '../../../../parts/layout/Face.tsx'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { LongList } from '../../../../parts/lists/LongList.tsx'
import { lazyPart } from '../../../../parts/navigation/lazyScreen.ts'
import { devicesTexts as words } from '../../../../texts/home/devices/list.ts'
import { kindRuleTexts } from '../../../../texts/home/kinds.ts'
import { texts } from '../../../../texts.ts'
import type { ShownDevice } from '../entry.ts'
import { useUnclassified } from '../useUnclassified.ts'
import styles from './DeviceList.module.css'
import { DeviceRow } from './DeviceRow.tsx'
import { DeviceSearch } from './DeviceSearch.tsx'
import { Filters } from './Filters.tsx'
import { devicesInOrder } from './order.ts'
import { filtersIn, isWanted, type WantedDevices } from './searchParams.ts'
import { useTraffic, useVendors } from './useRowData.ts'

const Bulk = lazyPart(() => import('./Bulk.tsx'), 'Bulk')

/** Longer lists render only rows near the viewport. */
const FEW = 60

/** The filtered devices, as links to their pages or for selection. */
export function FilteredDevices({ entries }: { entries: readonly ShownDevice[] }) {
  const wanted = useSearch({ from: '/admin/devices' })
  const navigate = useNavigate()
  const traffic = useTraffic()
  const vendors = useVendors(entries)
  const { data: unclassified } = useUnclassified(wanted.is === 'unclassified')
  const [isSelecting, { toggle }] = useDisclosure(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(none)

  const found = useMemo(() => {
    const fitting = entries.filter((entry) => isWanted(entry, wanted, unclassified))
    return devicesInOrder(fitting, wanted.by ?? 'status', (ip) => traffic.get(ip))
  }, [entries, wanted, traffic, unclassified])
  const drawn = useDeferredValue(found)
  const chosen = useMemo(() => found.filter(({ identity }) => selected.has(identity)), [found, selected])

  const select = useCallback(
    (identity: string, on: boolean) =>
      setSelected((before) => new Set(on ? [...before, identity] : [...before].filter((one) => one !== identity))),
    [],
  )
  const row = (entry: ShownDevice) => (
    <DeviceRow
      entry={entry}
      vendor={vendors.get(entry.device.MAC)}
      traffic={traffic.get(entry.device.RecentIP)}
      selected={isSelecting ? selected.has(entry.identity) : undefined}
      onSelect={select}
    />
  )
  const want = (search: WantedDevices) =>
    void navigate({ to: '/admin/devices', search, replace: true, resetScroll: false })
  const isNarrow = wanted.q !== undefined || filtersIn(wanted) > 0

  return (
    <>
      <div className={styles.tools}>
        <DeviceSearch words={wanted.q ?? ''} onChange={(q) => want({ ...wanted, q: q || undefined })} />
        <Permitted to={devices.updateMany}>
          <Button
            variant="default"
            aria-pressed={isSelecting}
            onClick={() => {
              toggle()
              setSelected(none)
            }}
          >
            {isSelecting ? words.selectEnd : words.select}
          </Button>
        </Permitted>
        <Filters wanted={wanted} entries={entries} onChange={want} />
      </div>
      <p className={styles.count} role="status">
        {isNarrow && words.shown(found.length, entries.length)}
      </p>
      {wanted.is === 'unclassified' && (
        <ButtonLink to="/admin/devices/kinds" variant="subtle" size="compact-sm">
          {kindRuleTexts.title}
        </ButtonLink>
      )}
      {isSelecting && found.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setSelected(new Set(found.map(({ identity }) => identity)))}
        >
          {words.selectAll}
        </Button>
      )}
      {found.length > 0 ? (
        drawn.length <= FEW ? (
          <ul className={styles.list}>
            {drawn.map((entry) => (
              <li key={entry.identity}>{row(entry)}</li>
            ))}
          </ul>
        ) : (
          <LongList keys={drawn.map(({ identity }) => identity)} height={82} className={styles.list}>
            {(index) => drawn[index] && row(drawn[index])}
          </LongList>
        )
      ) : (
        <Face
          icon={<IconSearchOff size={32} stroke={1.5} />}
          title={wanted.q === undefined ? words.noMatch : texts.devices.noMatch(wanted.q)}
          hint={words.noMatchHint}
        >
          <Button variant="default" onClick={() => want({ by: wanted.by })}>
            {texts.devices.clearSearch}
          </Button>
        </Face>
      )}
      {isSelecting && (
        <Suspense>
          <Bulk chosen={chosen} all={entries} />
        </Suspense>
      )}
    </>
  )
}

const none: ReadonlySet<string> = new Set()
