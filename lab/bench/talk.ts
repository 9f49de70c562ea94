import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openPackets } from '../../router/machine/linux/packets.ts'
import { encodeDatagram } from '../../router/wire/ethernet.ts'
import { SERVER, type Stage } from './stage.ts'

const SELF = fileURLToPath(import.meta.url)

/** Sends one datagram from each device of a stage to the server, so that the router has a counter and a connection of each. */
export async function talk({ client, router }: Stage, devices: readonly { mac: string; ip: string }[]): Promise<void> {
  const [{ address: destinationMac }] = JSON.parse(await router.run(['ip', '-j', 'link', 'show', 'dev', 'lan0']))
  await client.run([process.execPath, SELF], { input: JSON.stringify({ destinationMac, devices }) })
}

if (import.meta.main) {
  const { destinationMac, devices } = JSON.parse(readFileSync(0, 'utf8'))
  using packets = openPackets({ udpDestinations: [68] })
  const to = { destinationMac, destinationIp: SERVER, destinationPort: 9, sourcePort: 40_000 }
  for (const { mac, ip } of devices)
    packets.send([
      { link: 'eth0', bytes: encodeDatagram({ ...to, sourceMac: mac, sourceIp: ip, payload: new Uint8Array(64) }) },
    ])
  process.exit(0)
}
