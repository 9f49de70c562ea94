import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HouseholdDevice } from '../guests/device.ts'
import type { Program } from '../process/program.ts'

/** Receives datagrams to a multicast group on a device. */
export class GroupListener {
  readonly #socat: Program

  constructor({ namespace, link }: HouseholdDevice, address: string) {
    const [group, port] = address.split(':')
    const from = `UDP4-RECV:${port},reuseaddr,ip-add-membership=${group}:${link}`
    this.#socat = namespace.start(['socat', '-u', '-x', '-d', '-d', from, 'OPEN:/dev/null'])
  }

  async opened(): Promise<this> {
    await this.#socat.line('starting data transfer')
    return this
  }

  /** Waits until these bytes arrive, and returns their sender as `ip:port`. */
  async received(bytes: Buffer | string): Promise<string | undefined> {
    await this.#socat.line(hex(bytes))
    const at = this.#socat.lines.findIndex((line) => line.includes(hex(bytes)))
    const said = this.#socat.lines.slice(0, at).findLast((line) => line.includes('bytes from'))
    return /AF=2 ([\d.]+:\d+)/.exec(said ?? '')?.[1]
  }

  /** Waits for a datagram of this address, and returns its sender as `ip:port`. */
  async receivedFrom(ip: string): Promise<string> {
    const line = await this.#socat.line(`bytes from AF=2 ${ip}:`)
    return /AF=2 ([\d.]+:\d+)/.exec(line)![1]!
  }

  hasReceived(bytes: Buffer | string): boolean {
    return this.#socat.lines.some((line) => line.includes(hex(bytes)))
  }
}

/** Starts listening to a group and port on devices. */
export const listen = (address: string, ...devices: HouseholdDevice[]): Promise<GroupListener[]> =>
  Promise.all(devices.map((device) => new GroupListener(device, address).opened()))

const hex = (bytes: Buffer | string): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replaceAll(/(..)(?!$)/g, '$1 ')

let datagrams = 0

/** Sends one datagram to a group from a device, with the group's port as source port, by default from its own address. */
export async function say(
  device: HouseholdDevice,
  address: string,
  bytes: Buffer | string,
  as?: string,
): Promise<void> {
  const file = join(device.namespace.dir, `datagram${++datagrams}`)
  writeFileSync(file, bytes)
  const own = await device.address()
  const from = `bind=${as ?? own}:${address.split(':')[1]},reuseaddr,ip-multicast-if=${own}`
  await device.run('socat', '-u', `OPEN:${file}`, `UDP4-DATAGRAM:${address},${from}`)
}
