import { z } from 'zod'

/** Which packets the firewall logs. Each of them is an event of the topic `nft:…`. */
export const PacketLogging = z
  .strictObject({
    Dropped: z.boolean().meta({ description: 'Packets that are dropped or rejected: topics `nft:drop:…`' }),
    WanIn: z.boolean().meta({ description: 'Connections from the internet that are allowed: `nft:wan:in`' }),
    WanOut: z.boolean().meta({ description: 'Connections of devices to the internet: `nft:wan:out`' }),
    LanIn: z.boolean().meta({ description: 'Connections of devices to the router: `nft:lan:in`' }),
    LanOut: z.boolean().meta({ description: 'Connections to other devices of the household: `nft:lan:out`' }),
  })
  .meta({
    id: 'PacketLogging',
    example: { Dropped: true, WanIn: false, WanOut: false, LanIn: false, LanOut: false },
  })
export type PacketLogging = z.output<typeof PacketLogging>

/** Drops only: a home opens hundreds of connections per second. */
export const defaultPacketLog = (): PacketLogging => ({
  ...{ Dropped: true, WanIn: false, WanOut: false, LanIn: false, LanOut: false },
})
