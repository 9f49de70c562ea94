import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Namespace } from '../home/namespace.ts'
import { until } from '../process/until.ts'

const FILE_HEADER = 24
const RECORD_HEADER = 16
/** Of Ethernet, IPv4 without options, and UDP. */
const PACKET_HEADERS = 14 + 20 + 8

/** The payloads of the UDP datagrams in a capture file: https://www.tcpdump.org/manpages/pcap-savefile.5.txt */
function datagramsOf(capture: Buffer): Buffer[] {
  const payloads: Buffer[] = []
  for (let at = FILE_HEADER; at + RECORD_HEADER <= capture.length; ) {
    const size = capture.readUInt32LE(at + 8)
    const start = at + RECORD_HEADER
    payloads.push(capture.subarray(start + PACKET_HEADERS, start + size))
    at = start + size
  }
  return payloads
}

/** A record of the UDP datagrams that a link carries and `filter` matches (pcap-filter(7)). */
export interface DatagramRecord extends AsyncDisposable {
  payloads(): Buffer[]
  /** Waits until this many datagrams were recorded. */
  atLeast(count: number): Promise<Buffer[]>
}

let records = 0

export async function recordDatagrams(namespace: Namespace, link: string, filter: string): Promise<DatagramRecord> {
  const file = join(namespace.dir, `datagrams${++records}.pcap`)
  const options = ['-Z', 'root', '-n', '-U', '--immediate-mode', '-s', '0']
  const tcpdump = namespace.start(['tcpdump', ...options, '-i', link, '-w', file, filter])
  await tcpdump.line('listening on')
  const payloads = (): Buffer[] => datagramsOf(readFileSync(file))
  return {
    payloads,
    atLeast: (count) =>
      until(`${count} datagrams`, () => (payloads().length >= count ? payloads() : undefined), 20_000),
    [Symbol.asyncDispose]: () => tcpdump.stop(),
  }
}
