import { isIp } from '../../values/ip.ts'

/** What went one way. */
export interface Direction {
  readonly source: string
  readonly destination: string
  readonly packets: number
  readonly bytes: number
}

/** A tracked connection: as its opener sees it, and as it is answered, with translated addresses. */
export interface Connection {
  readonly original: Direction
  readonly reply: Direction
}

/** The IPv4 connections in the output of `conntrack -L`. Lines that do not read as one are passed over. */
export function* parseConnections(text: string): Generator<Connection> {
  for (const line of text.split('\n')) {
    const [original, reply] = directionsIn(line)
    if (original && reply) yield { original, reply }
  }
}

/** Each direction begins with its source. The counts are there only while the kernel keeps accounts. */
function directionsIn(line: string): (Direction | undefined)[] {
  return line
    .split(/ (?=src=)/)
    .slice(1)
    .map((part) => {
      const fields = new Map(part.split(' ').map((word) => word.split('=', 2) as [string, string]))
      const source = fields.get('src') ?? ''
      const destination = fields.get('dst') ?? ''
      const [packets, bytes] = [Number(fields.get('packets') ?? 0), Number(fields.get('bytes') ?? 0)]
      const isSound = isIp(source) && isIp(destination) && Number.isSafeInteger(packets) && Number.isSafeInteger(bytes)
      return isSound ? { source, destination, packets, bytes } : undefined
    })
}
