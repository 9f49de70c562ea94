import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HouseholdDevice } from '../guests/device.ts'
import type { Program } from '../process/program.ts'

/** A program on a device that sends a question to a multicast group from an unused port, and receives datagrams at that port. */
class Searcher {
  /** Where answers are sent, as `ip:port`. */
  readonly source: string
  readonly #socat: Program

  constructor(socat: Program, source: string) {
    this.#socat = socat
    this.source = source
  }

  /** Waits until this datagram, which is not the question, arrives, and returns its sender as `ip:port`. */
  async received(bytes: Buffer | string): Promise<string | undefined> {
    await this.#socat.line(hex(bytes))
    const at = this.#socat.lines.findIndex((line) => line.includes(hex(bytes)))
    const sender = this.#socat.lines.slice(0, at).findLast((line) => line.includes('bytes from'))
    return /AF=2 ([\d.]+:\d+)/.exec(sender ?? '')?.[1]
  }

  hasReceived(bytes: Buffer | string): boolean {
    return this.#socat.lines.some((line) => line.includes(hex(bytes)))
  }
}

let files = 0

const fileWith = ({ namespace }: HouseholdDevice, bytes: Buffer | string): string => {
  const file = join(namespace.dir, `search${++files}`)
  writeFileSync(file, bytes)
  return file
}

/** Sends a question to a group from this port, which then receives the answers. */
export async function search(
  device: HouseholdDevice,
  group: string,
  question: Buffer | string,
  port: number,
): Promise<Searcher> {
  const own = `${await device.address()}:${port}`
  const from = `OPEN:${fileWith(device, question)},rdonly,ignoreeof`
  const to = `UDP4-DATAGRAM:${group},bind=${own},ip-multicast-if=${own.split(':')[0]},ip-multicast-loop=0`
  const socat = device.namespace.start(['socat', '-d', '-d', '-d', '-x', from, to])
  await socat.line('starting data transfer')
  return new Searcher(socat, own)
}

/** Sends a datagram to one address and port (`ip:port`) from a port of a device. */
export async function sendTo(device: HouseholdDevice, to: string, bytes: Buffer | string, port: number): Promise<void> {
  const from = `bind=${await device.address()}:${port},reuseaddr`
  await device.run('socat', '-u', `OPEN:${fileWith(device, bytes)}`, `UDP4-SENDTO:${to},${from}`)
}

const hex = (bytes: Buffer | string): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replaceAll(/(..)(?!$)/g, '$1 ')
