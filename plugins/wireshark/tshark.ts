import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { Refused } from './router.ts'

/** Programs at a time; each needs about 60 MiB. */
const MOST = 3
const MOST_FILTER = 512
const DECODE_MS = 20_000
/** A pcap file without packets (draft-ietf-opsawg-pcap §4): Ethernet, times in microseconds. */
const EMPTY = Buffer.from('d4c3b2a10200040000000000000000000000040001000000', 'hex')
/** Source and destination are apart: tshark would print an arrow between them. */
const COLUMNS = '"No.","%m","Time","%t","Source","%s","Protocol","%p","Destination","%d","Length","%L","Info","%i"'

/** A packet in the list. */
export interface Row {
  /** From 1, in the order of the capture. */
  readonly Number: number
  /** Seconds since the first packet. */
  readonly Time: string
  readonly Source: string
  readonly Destination: string
  readonly Protocol: string
  /** Bytes. */
  readonly Length: number
  readonly Info: string
}

/** The standard input that Node gives to a program is a socket, which tshark does not read. dd writes to the pipe what it has, unlike some versions of cat. */
const PIPED = 'dd bs=64k 2>/dev/null | tshark "$@"'

type Tshark = ChildProcessByStdio<Writable, Readable, Readable> & { readonly end: () => void }
let running = 0

/** Starts tshark, which reads a pcap file from its standard input and looks up no names. Throws `Refused`. */
function start(args: readonly string[]): Tshark {
  if (running >= MOST) throw new Refused(503, 'Too many packet lists are open.')
  running++
  const argv = ['-c', PIPED, 'tshark', '-n', '-r', '-', ...args]
  const child = spawn('sh', argv, { stdio: 'pipe', detached: true })
  child.once('close', () => running--)
  // A killed program does not read to the end.
  child.stdin.on('error', () => undefined)
  // With its own process group, all of it ends.
  const end = () => void (child.pid && child.exitCode === null && process.kill(-child.pid, 'SIGKILL'))
  return Object.assign(child, { end })
}

const filtering = (filter: string): string[] => (filter === '' ? [] : ['-Y', filter])

/** Throws `Refused` with the message of tshark for a display filter that is not valid. */
export async function checkFilter(filter: string): Promise<void> {
  if (filter.length > MOST_FILTER) throw new Refused(400, `The filter is longer than ${MOST_FILTER} characters.`)
  if (filter === '') return
  const child = start(filtering(filter))
  child.stdin.end(EMPTY)
  child.stdout.resume()
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const message = await text(child.stderr)
  if ((await ended) !== 0) throw new Refused(400, message.replace(/^Running as .*\n/, '').trim())
}

/** The packets that pass the display filter, as they come. `file` is written to by the caller; `end` ends the list. */
export function packets(filter: string): { rows: AsyncIterable<Row>; file: Writable; end: () => void } {
  const child = start(['-l', '-T', 'tabs', '-o', `gui.column.format:${COLUMNS}`, ...filtering(filter)])
  child.stderr.pipe(process.stderr)
  return { rows: rowsOf(child.stdout), file: child.stdin, end: child.end }
}

async function* rowsOf(output: Readable): AsyncGenerator<Row> {
  for await (const line of createInterface({ input: output })) {
    const [number = '', Time = '', Source = '', Protocol = '', Destination = '', length = '', ...info] = line
      .split('\t')
      .map((part) => part.trim())
    yield { Number: +number, Time, Source, Destination, Protocol, Length: +length, Info: info.join(' ') }
  }
}

/** The fields of one packet as PDML, an XML format of Wireshark. Throws `Refused` if there is no such packet. */
export async function details(file: Buffer, number: number): Promise<Buffer> {
  const child = start(['-T', 'pdml', '-c', String(number), '-Y', `frame.number == ${number}`])
  const deadline = setTimeout(child.end, DECODE_MS)
  child.stdin.end(file)
  child.stderr.pipe(process.stderr)
  const pdml = await buffer(child.stdout)
  clearTimeout(deadline)
  if (!pdml.includes('<packet>')) throw new Refused(404, `There is no packet ${number}.`)
  return pdml
}
