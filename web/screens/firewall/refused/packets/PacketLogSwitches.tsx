import { Switch } from '@mantine/core'
import { packetLog } from '../../../../../router/model/firewall/refused/contract.ts'
import type { PacketLogging } from '../../../../../router/model/firewall/refused/settings.ts'
import { SettingSection } from '../../../../parts/forms/SettingSection.tsx'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { packetTexts } from '../../../../texts/firewall/refused/packets.ts'
import { usePacketLog } from './usePacketLog.ts'

const { log: words } = packetTexts
const NAMES = Object.keys(words.switches) as (keyof PacketLogging)[]

/** Switches for the packets that become events. */
export function PacketLogSwitches() {
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
