/**
 * Captured packets as they come out of tcpdump, in the pcap format of draft-ietf-opsawg-pcap: a header of 24 bytes, then for
 * each packet 16 bytes, of which the third word says how many bytes follow.
 */

const FILE_HEADER = 24
const PACKET_HEADER = 16
/** The largest that libpcap itself captures. */
const LARGEST_PACKET = 262_144
/** Times in microseconds, and in nanoseconds; the order of the bytes is the writer's. */
const MAGIC = [0xa1b2c3d4, 0xa1b23c4d]

export interface Packets {
  /** The bytes of what is complete now. Throws for what is no capture. */
  take(chunk: Uint8Array): Uint8Array
  /** No more may be taken: another packet would have gone over the limit. */
  readonly isFull: boolean
}

/** Cuts a capture off behind the last packet that fits into `limit` bytes, so that it stays one that can be read. */
export function wholePackets(limit: number): Packets {
  let rest = new Uint8Array()
  let littleEndian: boolean | undefined
  let left = limit
  let isFull = false

  const readHeader = (view: DataView): number => {
    const order = [true, false].find((little) => MAGIC.includes(view.getUint32(0, little)))
    if (order === undefined) throw new Error('what tcpdump writes is no capture')
    littleEndian = order
    return FILE_HEADER
  }

  /** How many bytes the next part has; undefined if not known yet. */
  const nextLength = (view: DataView): number | undefined => {
    if (littleEndian === undefined) return view.byteLength < FILE_HEADER ? undefined : readHeader(view)
    if (view.byteLength < PACKET_HEADER) return undefined
    const length = view.getUint32(8, littleEndian)
    if (length > LARGEST_PACKET) throw new Error(`tcpdump speaks of a packet of ${length} bytes`)
    return PACKET_HEADER + length
  }

  return {
    get isFull() {
      return isFull
    },
    take(chunk) {
      const bytes = new Uint8Array(rest.length + chunk.length)
      bytes.set(rest)
      bytes.set(chunk, rest.length)
      let end = 0
      while (!isFull) {
        const length = nextLength(new DataView(bytes.buffer, end))
        if (length === undefined || end + length > bytes.length) break
        if (length > left) isFull = true
        else {
          end += length
          left -= length
        }
      }
      rest = bytes.slice(end)
      return bytes.subarray(0, end)
    },
  }
}
