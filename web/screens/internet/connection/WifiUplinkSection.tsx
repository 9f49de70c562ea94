import { uplink } from '../../../../router/model/internet/connection/contract.ts'
import type { InterfaceConfig } from '../../../../router/model/internet/links/interface.ts'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { uplinkTexts } from '../../../texts/internet/uplinks.ts'
import { Signal } from '../../wifi/stations/Signal.tsx'
import { AddNetwork } from './AddNetwork.tsx'
import { NETWORK_FIELDS } from './NetworkForm.tsx'
import { Networks } from './Networks.tsx'
import { useWifiUplink } from './useWifiUplink.ts'
import { byPriority } from './wifiNetwork.ts'

const texts = uplinkTexts.wifi

interface WifiUplinkSectionProps {
  name: string
  config: InterfaceConfig | undefined
}

/** The networks of others that a radio may join for the internet, and its present connection. */
export function WifiUplinkSection({ name, config }: WifiUplinkSectionProps) {
  const { uplinks, save, remove } = useWifiUplink(name)
  const { data } = uplinks
  const networks = byPriority(data?.Networks ?? [])
  const isBusy = config?.Type === 'AP' && config.Enabled
  return (
    <Section changes={uplink.joinWifi} title={texts.title} hint={isBusy ? texts.busy : texts.hint}>
      {isBusy ? null : data === undefined ? (
        <LoadState title={texts.failed} query={uplinks} height={120} radius="lg" />
      ) : (
        <>
          {data && <Connection status={data.Status} />}
          {networks.length > 0 && <Networks networks={networks} save={save} remove={remove} />}
          <SaveError error={complaintOf(save.error, NETWORK_FIELDS).rest ? save.error : null} />
          <Permitted to={uplink.joinWifi}>
            <AddNetwork radio={name} networks={networks} save={save} />
          </Permitted>
        </>
      )}
    </Section>
  )
}

type Status = NonNullable<ReturnType<typeof useWifiUplink>['uplinks']['data']>['Status']

const Connection = ({ status: { State, SSID, BSSID, Signal: dbm } }: { status: Status }) => (
  <FactList>
    <Fact name={texts.state}>
      <span role="status">{State === 'connected' && SSID ? texts.connected(SSID) : texts.states[State]}</span>
    </Fact>
    {dbm !== 0 && (
      <Fact name={texts.signal}>
        <Signal dbm={dbm} />
      </Fact>
    )}
    {BSSID && (
      <Fact name={texts.accessPoint}>
        <code>{BSSID}</code>
      </Fact>
    )}
  </FactList>
)
