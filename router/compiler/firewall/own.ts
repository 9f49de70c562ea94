import { type OwnPort, ownPorts } from '../../model/firewall/config/ownports.ts'
import type { Frame } from '../network.ts'

/** The ports that the chain `input_uplink` accepts, apart from multicast: no forward takes their packets. */
export const openToInternet = ({ firewall, tunnels }: Pick<Frame, 'firewall' | 'tunnels'>): OwnPort[] =>
  ownPorts(
    firewall,
    tunnels.filter(({ port }) => port > 0).map(({ port, link }) => ({ port, use: link })),
  )
