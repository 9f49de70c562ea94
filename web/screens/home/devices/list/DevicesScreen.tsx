import { Skeleton } from '@mantine/core'
import { IconDevices2, IconPlus } from '@tabler/icons-react'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Face, Failed } from '../../../../parts/layout/Face.tsx'
import { ScreenHead } from '../../../../parts/layout/ScreenHead.tsx'
import { usePageTitle } from '../../../../parts/layout/usePageTitle.ts'
import { texts } from '../../../../texts.ts'
import { isConnected } from '../entry.ts'
import { useEntries } from '../useEntries.ts'
import { FilteredDevices } from './DeviceList.tsx'

export function DevicesScreen() {
  usePageTitle(texts.devices.title)
  const { entries, error, refetch } = useEntries()
  const online = entries?.filter(isConnected).length ?? 0
  return (
    <>
      <ScreenHead
        title={texts.devices.title}
        {...(entries && entries.length > 0 && { hint: texts.devices.summary(entries.length, online) })}
      >
        <ButtonLink to="/admin/add-device" leftSection={<IconPlus size={18} />}>
          {texts.devices.add}
        </ButtonLink>
      </ScreenHead>
      {entries?.length === 0 ? (
        <Face
          icon={<IconDevices2 size={36} stroke={1.3} />}
          title={texts.devices.empty}
          hint={texts.devices.emptyHint}
        />
      ) : entries ? (
        <FilteredDevices entries={entries} />
      ) : error ? (
        <Failed title={texts.devices.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  )
}

const Waiting = () => (
  <div className="stack-tight" aria-busy="true">
    {['a', 'b', 'c', 'd'].map((row) => (
      <Skeleton key={row} height={72} radius="lg" />
    ))}
  </div>
)
