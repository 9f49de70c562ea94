import { fileURLToPath } from 'node:url'
import { WEB } from '../../guests/addresses.ts'
import type { DeviceSpec, HouseholdDevice } from '../../guests/device.ts'
import type { Internet } from '../../guests/internet.ts'
import type { Router } from '../../guests/router.ts'
import type { Namespace } from '../../home/namespace.ts'
import type { Program } from '../../process/program.ts'

const FLOWS = fileURLToPath(new URL('../../guests/flows.ts', import.meta.url))
export const ROUTER = '192.168.2.1'

/** The household of the scenarios about limits of connections. */
export const HOUSEHOLD = {
  laptop: { Policies: ['wan', 'dns'] },
  camera: { Policies: ['dns'] },
  phone: { Policies: ['wan', 'dns'] },
  server: { wired: true, Policies: ['wan', 'dns'] },
} satisfies Record<string, DeviceSpec>

/** Makes a server of the internet answer all datagrams to high ports. */
export async function answerDatagrams({ namespace }: Internet): Promise<void> {
  await namespace.run(['nft', '-f', '-'], {
    input: `table ip ports { chain pre { type nat hook prerouting priority dstnat; ip daddr ${WEB} udp dport 20000-60000 redirect to :7; }; }`,
  })
  await namespace.start([process.execPath, FLOWS, 'answer']).line('answering')
}

/** As many flows at a time as it can; bounded, and in the background. */
export const flood = (from: Namespace, address: string, count: number, ...port: string[]): Program =>
  from.start([process.execPath, FLOWS, address, String(count), ...port])

/** Entries of the router's table that match what conntrack(8) is given. */
export async function entries({ namespace }: Router, ...filter: string[]): Promise<number> {
  const { stderr } = await namespace.outcome(['conntrack', '-L', ...filter])
  return Number(/(\d+) flow entries/.exec(stderr)?.[1])
}

/** Of five attempts of a device to fetch a page by name, those that succeed. */
export async function attempts(device: HouseholdDevice, url: string): Promise<number> {
  let succeeded = 0
  for (let i = 0; i < 5; i++) if ((await device.fetch(url)) !== undefined) succeeded++
  return succeeded
}

/**
 * Sends large pings whose second fragments have another identification, so that no packet is ever complete: the receiver stores all
 * first fragments.
 */
export async function sendIncomplete(from: Namespace, address: string, count: number): Promise<void> {
  const link = /dev (\S+)/.exec(await from.run(['ip', 'route', 'get', address]))?.[1]
  await from.run(['nft', '-f', '-'], {
    input: `table netdev incomplete { chain sent { type filter hook egress device "${link}" priority 0; ip frag-off & 0x1fff != 0 ip id set 1; }; }`,
  })
  await from.outcome(['ping', '-q', '-l', String(count), '-c', String(count), '-w', '1', '-s', '2000', address])
  await from.run(['nft', 'delete', 'table', 'netdev', 'incomplete'])
}
