import { z } from 'zod'
import { JsonText } from '../../operation.ts'

/** An entry of the kernel's neighbour table (IPv4). */
export const Neighbour = z
  .object({
    IP: z.string().meta({ description: 'The IPv4 address', example: '192.168.2.6' }),
    HWType: z.string().meta({ description: 'The type of hardware in hexadecimal; 0x1 is Ethernet', example: '0x1' }),
    Flags: z.string().meta({
      description: 'State of the entry: 0x6 set by the router, 0x2 learned, 0x0 without an answer',
      example: '0x2',
    }),
    MAC: z.string().meta({ description: 'The MAC address; zeros without an answer', example: '02:11:22:33:44:55' }),
    Mask: z.string().meta({ description: 'Always `*`', example: '*' }),
    Device: z.string().meta({ description: 'The link of the neighbour', example: 'wlan1.4097' }),
  })
  .meta({ id: 'ArpEntry' })
export type Neighbour = z.infer<typeof Neighbour>

/** The flags of an entry that the router has set for a present device. */
export const PLACED = '0x6'

/** Parses `/proc/net/arp`: a heading, then six columns in each line. Other lines are ignored. */
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

/** The neighbours as JSON, from a function that reads the kernel's text: serialised again only if the text has changed. */
export function openNeighbourList(read: () => string): () => JsonText {
  let shown: string | undefined
  let list = new JsonText('[]')
  return () => {
    const text = read()
    if (text === shown) return list
    shown = text
    list = new JsonText(`${JSON.stringify(parseNeighbours(text))}\n`)
    return list
  }
}
