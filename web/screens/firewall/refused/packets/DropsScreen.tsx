import { Column, Columns } from '../../../../parts/layout/Columns.tsx'
import { DroppedPackets } from './DroppedPackets.tsx'
import { PacketLogSwitches } from './PacketLogSwitches.tsx'
import { Senders } from './Senders.tsx'

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
