import assert from 'node:assert/strict'
import { ECHO_PORT, PROVIDER, WEB } from '../../guests/addresses.ts'
import type { Router } from '../../guests/router.ts'
import type { Namespace } from '../../home/namespace.ts'
import { openStories } from '../../home/story.ts'
import { ICMP, packetBytes, sendForged, TCP, transport, unreachable } from '../../probes/forge.ts'
import { LET_IN, openWitness } from '../../probes/witness.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'], Groups: ['desk'], listens: [7] },
  phone: { Policies: ['wan', 'dns'], Groups: ['desk'] },
  stranger: { wired: true, unknown: true },
})

const PORT_UNREACHABLE = 3
const FRAGMENTATION_NEEDED = 4
const ERROR = 'icmp type destination-unreachable'

interface Ends {
  readonly from: string
  readonly port: number
  readonly to: string
  readonly toPort: number
}

/** A tracked TCP connection: its addresses at the opener and at the other end. */
async function tracked(router: Router, source: string, toPort: number): Promise<Record<'opened' | 'seen', Ends>> {
  const text = await router.namespace.run([
    'conntrack',
    '-L',
    '-p',
    'tcp',
    '--orig-src',
    source,
    '--dport',
    `${toPort}`,
  ])
  const [line = ''] = text.split('\n').filter((one) => one.includes('ASSURED'))
  const [from, answering] = [...line.matchAll(/src=(\S+)/g)].map(([, ip]) => ip!)
  const [to, left] = [...line.matchAll(/dst=(\S+)/g)].map(([, ip]) => ip!)
  const [port, , , seenPort] = [...line.matchAll(/[sd]port=(\d+)/g)].map(([, number]) => Number(number))
  assert.ok(from && to && answering && left && port && seenPort, line)
  return { opened: { from, port, to, toPort }, seen: { from: left, port: seenPort, to: answering, toPort } }
}

/** Sends an ICMP error about a packet of this connection to its sender. */
async function report(by: Namespace, source: string, quoted: Ends, code = PORT_UNREACHABLE, mtu = 0): Promise<void> {
  const packet = packetBytes({
    source: quoted.from,
    destination: quoted.to,
    protocol: TCP,
    payload: transport(quoted.port, quoted.toPort, 8),
  })
  await sendForged(by, { source, destination: quoted.from, protocol: ICMP, payload: unreachable(code, packet, mtu) })
}

const back = ({ from, port, to, toPort }: Ends): Ends => ({ from: to, port: toPort, to: from, toPort: port })

story(
  'ICMP errors about a connection to the internet are accepted only from the internet and its device',
  async (home) => {
    await home.gather()
    const { laptop, stranger, internet, router } = home
    const [own, other] = [(await laptop.address()) ?? '', (await stranger.address()) ?? '']
    await using _stream = await laptop.stream(WEB, ECHO_PORT)
    const { opened, seen } = await tracked(router, own, ECHO_PORT)
    await using arrived = await openWitness(laptop.namespace, ERROR)
    for (const code of [PORT_UNREACHABLE, FRAGMENTATION_NEEDED])
      for (const quoted of [seen, opened]) await report(stranger.namespace, other, quoted, code, 600)
    assert.equal(await arrived.packets(), 0, 'from somebody who has no part in it')
    await report(internet.namespace, PROVIDER.public.gateway, seen, FRAGMENTATION_NEEDED, 1400)
    assert.equal(await arrived.packets(), 1, 'from a router on the way')
    await report(internet.namespace, WEB, seen)
    assert.equal(await arrived.packets(), 2, 'from the other end')

    await using outside = await openWitness(internet.namespace, `${ERROR} ip saddr ${seen.from}`)
    await report(laptop.namespace, own, back(opened))
    assert.equal(await outside.packets(), 1, 'from the device, about what it was sent')
  },
)

story('ICMP errors about a connection within the home are accepted only from its ends', async (home) => {
  const { laptop, phone, stranger, router } = home
  const [own, other] = [(await phone.address()) ?? '', (await stranger.address()) ?? '']
  await using _stream = await phone.stream((await laptop.address()) ?? '', 7)
  const { opened } = await tracked(router, own, 7)
  await using atPhone = await openWitness(phone.namespace, ERROR)
  await using atLaptop = await openWitness(laptop.namespace, ERROR)
  await report(stranger.namespace, other, opened)
  await report(stranger.namespace, other, back(opened))
  assert.deepEqual([await atPhone.packets(), await atLaptop.packets()], [0, 0])
  await report(laptop.namespace, opened.to, opened)
  await report(phone.namespace, own, back(opened))
  assert.deepEqual([await atPhone.packets(), await atLaptop.packets()], [1, 1])
})

story('ICMP errors of devices about the router’s own connections are dropped', async (home) => {
  const { laptop, stranger, internet, router } = home
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  const uplink = await router.uplinkAddress()
  const { seen } = await tracked(router, uplink, 853)
  await using letIn = await openWitness(router.namespace, `${ERROR} icmp code frag-needed`, LET_IN)
  for (const device of [stranger, laptop])
    await report(device.namespace, (await device.address()) ?? '', seen, FRAGMENTATION_NEEDED, 600)
  assert.equal(await letIn.packets(), 0)
  await report(internet.namespace, PROVIDER.public.gateway, seen, FRAGMENTATION_NEEDED, 1400)
  assert.equal(await letIn.packets(), 1)
})
