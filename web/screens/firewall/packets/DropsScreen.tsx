import { Column, Columns } from '../../../parts/layout/Columns.tsx'
import { Counts } from './Counts.tsx'
import { PacketLog } from './PacketLog.tsx'
import { Senders } from './Senders.tsx'

/** What the firewall refuses: by sender and by reason, and which packets are logged. */
export const DropsScreen = () => (
  <Columns>
    <Column>
      <Senders />
    </Column>
    <Column>
      <Counts />
      <PacketLog />
    </Column>
  </Columns>
)
