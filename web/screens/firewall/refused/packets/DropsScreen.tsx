import { Switch } from '@mantine/core'
import { packetLog } from '../../../../../router/model/firewall/refused/contract.ts'
import type { PacketLogging } from '../../../../../router/model/firewall/refused/settings.ts'
import { SettingSection } from '../../../../parts/forms/SettingSection.tsx'
import { Column, Columns } from '../../../../parts/layout/Columns.tsx'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { packetTexts } from '../../../../texts/firewall/refused/packets.ts'
import { DroppedPackets } from './DroppedPackets.tsx'
import { Senders } from './Senders.tsx'
import { usePacketLog } from './usePacketLog.ts'

const { log: words } = packetTexts
const NAMES = Object.keys(words.switches) as (keyof PacketLogging)[]

/** What the firewall refuses: by sender and by reason, and which packets are logged. */
export const DropsScreen = () => (
  <Columns>
    <Column>
      <Senders />
    </Column>
    <Column>
      <DroppedPackets />
      <PacketLogSwitches />
    </Column>
  </Columns>
)

/** Switches for the packets that become events. */
function PacketLogSwitches() {
  const { settings, change } = usePacketLog()
  const saved = (change.isPending ? change.variables : undefined) ?? settings.data
  return (
    <SettingSection changes={packetLog.configure} title={words.title} hint={words.hint} save={change}>
      {saved ? (
        <div className="stack-tight">
          {NAMES.map((name) => (
            <Switch
              key={name}
              size="md"
              label={words.switches[name][0]}
              description={words.switches[name][1]}
              checked={saved[name]}
              onChange={({ currentTarget }) => change.mutate({ ...saved, [name]: currentTarget.checked })}
            />
          ))}
        </div>
      ) : (
        <LoadState title={words.failed} query={settings} height={240} radius="md" />
      )}
    </SettingSection>
  )
}
