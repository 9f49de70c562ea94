import { Skeleton } from '@mantine/core'
import { guests } from '../../../router/model/home/guests/contract.ts'
import { radios } from '../../../router/model/wifi/radios/contract.ts'
import type { WifiRadio } from '../../../router/model/wifi/radiostate/state.ts'
import { may } from '../../client/may.ts'
import { Column, Columns } from '../../parts/layout/Columns.tsx'
import { LoadState } from '../../parts/layout/LoadState.tsx'
import { Permitted } from '../../parts/layout/Permitted.tsx'
import { ScreenHead } from '../../parts/layout/ScreenHead.tsx'
import { usePageTitle } from '../../parts/layout/usePageTitle.ts'
import { wifiTexts as texts } from '../../texts/wifi/wifi.ts'
import { useEntries } from '../home/devices/useEntries.ts'
import { GuestCard } from '../home/guests/GuestCard.tsx'
import { JoinAttempts } from './admission/JoinAttempts.tsx'
import { useAttempts } from './admission/useAttempts.ts'
import { NoRadio } from './radios/NoRadio.tsx'
import { Restart } from './radios/Restart.tsx'
import { Radios } from './radiostate/Radios.tsx'
import { isOnAir } from './radiostate/radio.ts'
import { useRadios } from './radiostate/useRadios.ts'
import { StationList } from './stations/StationList.tsx'
import { useStations } from './stations/useStations.ts'

/** The radios of the router, and the devices on them. */
export function WifiScreen() {
  usePageTitle(texts.title)
  const { data, error, refetch } = useRadios()
  return (
    <>
      <ScreenHead title={texts.title} hint={texts.hint}>
        {data?.some(isOnAir) && may(radios.restart) && <Restart />}
      </ScreenHead>
      {data?.length === 0 ? (
        <NoRadio />
      ) : data ? (
        <Present radios={data} />
      ) : (
        <LoadState title={texts.failed} query={{ error, refetch }} height={560} radius="lg" />
      )}
    </>
  )
}

function Present({ radios }: { radios: readonly WifiRadio[] }) {
  const stations = useStations()
  const { entries, error } = useEntries()
  const attempts = useAttempts()
  // Sections that appear one after another would move the layout.
  if (stations.isPending || attempts.isPending || (!entries && !error))
    return <Skeleton height={560} radius="lg" aria-busy="true" />
  return (
    <Columns>
      <Column>
        <Radios radios={radios} />
        <StationList />
      </Column>
      <Column>
        <Permitted to={guests.network}>
          <GuestCard radios={radios} />
        </Permitted>
        <JoinAttempts />
      </Column>
    </Columns>
  )
}
