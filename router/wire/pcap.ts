/**
 * Packets captured by tcpdump, in the pcap format of draft-ietf-opsawg-pcap: a header of 24 bytes, then for each packet a header
 * of 16 bytes, whose third word is the number of bytes that follow.
 */

const FILE_HEADER = 24
const PACKET_HEADER = 16
/** The largest that libpcap itself captures. */
const LARGEST_PACKET = 262_144
/** For times in microseconds and in nanoseconds, in the writer's byte order. */
const MAGIC = [0xa1b2c3d4, 0xa1b23c4d]

export interface Packets {
  /** Adds a chunk. Returns the bytes of the packets that are complete now. Throws if the chunks are not a capture. */
  take(chunk: Uint8Array): Uint8Array
  /** Another packet would exceed the limit. */
  readonly isFull: boolean
}

/** Ends a capture after the last packet that fits into `limit` bytes, so that the file remains valid. */
export function wholePackets(limit: number): Packets {
  let rest = new Uint8Array()
  let littleEndian: boolean | undefined
  let left = limit
  let isFull = false

  const readHeader = (view: DataView): number => {
    const order = [true, false].find((little) => MAGIC.includes(view.getUint32(0, little)))
    if (order === undefined) throw new Error('the output of tcpdump is not a capture')
    littleEndian = order
    return FILE_HEADER
  }

  /** The length of the next part; undefined if it is not known yet. */
  const nextLength = (view: DataView): number | undefined => {
    if (littleEndian === undefined) return view.byteLength < FILE_HEADER ? undefined : readHeader(view)
    if (view.byteLength < PACKET_HEADER) return undefined
    const length = view.getUint32(8, littleEndian)
    if (length > LARGEST_PACKET) throw new Error(`tcpdump announced a packet of ${length} bytes`)
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
