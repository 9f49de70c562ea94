import { z } from 'zod'

/** A line of the kernel's table of IPv4 neighbours. */
export const Neighbour = z
  .object({
    IP: z.string().meta({ example: '192.168.2.6' }),
    HWType: z.string().meta({ example: '0x1' }),
    Flags: z.string().meta({ example: '0x2' }),
    MAC: z.string().meta({ example: '02:11:22:33:44:55' }),
    Mask: z.string().meta({ example: '*' }),
    Device: z.string().meta({ example: 'wlan1.4097' }),
  })
  .meta({ id: 'ArpEntry' })
export type Neighbour = z.infer<typeof Neighbour>

/** The flags of an entry that the router has set itself, for a device that is here. */
export const PLACED = '0x6'

/** The neighbours in the text of `/proc/net/arp`: a heading, then six columns each. Other lines are passed over. */
export function parseNeighbours(text: string): Neighbour[] {
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns.length === 6)
    .map(([IP = '', HWType = '', Flags = '', MAC = '', Mask = '', Device = '']) => ({
      IP,
      HWType,
      Flags,
      MAC,
      Mask,
      Device,
    }))
}
