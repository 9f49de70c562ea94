import assert from 'node:assert/strict'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WEB } from '../../guests/addresses.ts'
import type { Namespace } from '../../home/namespace.ts'
import { openStories } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'

const SIZE = 4 << 20
const PORT = 9000

const story = await openStories({ laptop: { Policies: ['wan', 'dns'] } })

/** Packets leave a link no larger than its MTU: otherwise virtual links pass many segments on as one. */
const wholeSegments = (link: string): string => `link set ${link} gso_max_segs 1`

story('a device joins, and a port is forwarded to it', async ({ laptop, internet, router }) => {
  await laptop.join()
  await internet.namespace.ip(wholeSegments('provider'))
  await laptop.namespace.ip(wholeSegments('wlan0'))
  await router.namespace.ip(wholeSegments('wan0'))
  const [SrcPort, DstPort] = [String(PORT), String(PORT)]
  const rule = { Protocol: 'tcp', SrcIP: '0.0.0.0/0', SrcPort, DstIP: await laptop.address(), DstPort }
  await router.api('/firewall/forward', rule)
})

/** How many of 4 MiB arrive over one connection within ten seconds; either end sends. */
async function carried(server: Namespace, client: Namespace, ip: string, sender: Namespace): Promise<number> {
  const [sent, received] = [join(server.dir, 'sent'), join(server.dir, 'received')]
  writeFileSync(sent, Buffer.alloc(SIZE, 'sallyport '))
  rmSync(received, { force: true })
  const ends = (own: Namespace, address: string): string[] => [
    'timeout',
    '10',
    'socat',
    '-d',
    '-d',
    '-u',
    ...(own === sender ? [`OPEN:${sent}`, address] : [address, `CREATE:${received}`]),
  ]
  const listener = server.start(ends(server, `TCP4-LISTEN:${PORT},reuseaddr`))
  await listener.line('listening on')
  await client.outcome(ends(client, `TCP4:${ip}:${PORT}`))
  await listener.exited
  return statSync(received, { throwIfNoEntry: false })?.size ?? 0
}

for (const mtu of [1280, 1400, 1492, 1500])
  story(`4 MiB pass in each direction over an uplink with MTU ${mtu}`, async ({ laptop, internet, router }) => {
    await router.namespace.ip(`link set wan0 mtu ${mtu}`)
    const [inside, outside, uplink] = [laptop.namespace, internet.namespace, await router.uplinkAddress()]
    // No ICMP errors about packet size: the segments fit from the start.
    await using errors = await openWitness(inside, 'icmp type destination-unreachable')
    assert.equal(await carried(outside, inside, WEB, outside), SIZE, 'download')
    assert.equal(await carried(outside, inside, WEB, inside), SIZE, 'upload')
    assert.equal(await carried(inside, outside, uplink, inside), SIZE, 'download from a forwarded port')
    assert.equal(await carried(inside, outside, uplink, outside), SIZE, 'upload to a forwarded port')
    assert.equal(await errors.packets(), 0)
  })
