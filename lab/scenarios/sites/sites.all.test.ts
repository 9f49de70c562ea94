import assert from 'node:assert/strict'
import { presharedKeyOf } from '../../../router/features/vpn/sites/ends.ts'
import { parseSiteText } from '../../../router/features/vpn/sites/text.ts'
import { newKeys } from '../../guests/peer.ts'
import { openRoadWarrior } from '../../guests/roadwarrior.ts'
import { until } from '../../process/until.ts'
import { addressOf, openSites } from './sites.fixture.ts'

const { story, town, cabin, put, read, gather, exchange, untilBothUp, open } = await openSites()

story('two homes are connected, and one shares its printer', async () => {
  await gather()
  await exchange()
  await put(town, 'cabin', { Users: { Groups: ['family'] } })
  await put(cabin, 'town', { Shared: { Tags: ['print'] } })
  await untilBothUp()
})

story('a single device is chosen, and a block takes precedence', async () => {
  await put(cabin, 'town', { Shared: { Tags: [], Devices: [cabin.laptop.mac] } })
  assert.deepEqual(await open(), ['town laptop > cabin laptop 22'])
  const block = { Protocol: 'tcp', SrcIP: '192.168.2.0/24', DstIP: '192.168.3.0/24', DstPort: '22' }
  await cabin.router.api('/firewall/block_forward', block)
  assert.deepEqual(await open(), [])
  await cabin.router.api('/firewall/block_forward', block, 'DELETE')
  await put(cabin, 'town', { Shared: { Tags: ['print'], Devices: [] } })
})

story('both texts alone give no access: neither router accepts another key', async () => {
  const [here, there] = await Promise.all([put(town, 'cabin'), put(cabin, 'town')])
  const [mine, theirs] = [parseSiteText(here.Text), parseSiteText(there.Text)]
  const PresharedKey = presharedKeyOf(
    { publicKey: mine.PublicKey, secret: mine.Secret },
    { publicKey: theirs.PublicKey, secret: theirs.Secret },
  )
  await using thief = await openRoadWarrior(town.internet, town.dir, 'thief', 78)
  const { PrivateKey } = await newKeys(cabin.router)
  await thief.connect({
    Interface: { PrivateKey, Address: '192.168.2.250', DNS: '' },
    Peer: {
      ...{ PublicKey: theirs.PublicKey, PresharedKey, Endpoint: theirs.Endpoint },
      ...{ AllowedIPs: '192.168.3.0/24', PersistentKeepalive: 1 },
    },
  })
  assert.ok(!(await thief.reaches(await addressOf(cabin.printer), 9100)))
  const handshakes = await thief.namespace.run(['wg', 'show', 'wg0', 'latest-handshakes'])
  assert.match(handshakes, /\t0\n$/)
  assert.ok(await town.laptop.reaches(await addressOf(cabin.printer), 9100), 'the other home still does')
})

story('connections continue while both routers restart', async () => {
  await using stream = await town.laptop.stream(await addressOf(cabin.printer), 9100)
  for (const { router } of [town, cabin]) {
    await router.kill()
    assert.ok(await stream.flows(), 'without the daemon')
    await router.start()
  }
  assert.ok(await stream.flows())
  await untilBothUp()
  assert.deepEqual(await open(), ['town laptop > cabin printer 22', 'town laptop > cabin printer 9100'])
})

story('a home that moves to another address is found again, and a notice asks for a new text', async () => {
  const before = await cabin.router.uplinkAddress()
  const { gateway, prefix } = cabin.internet.addressing
  const moved = gateway.replace(/\d+$/, '90')
  await cabin.router.api('/uplink/ip', {
    ...{ Name: 'wan0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true },
    ...{ DisableDHCP: true, IP: `${moved}/${prefix}`, Router: gateway },
  })
  assert.notEqual(moved, before)
  // wireguard-go would send from the former address until a handshake fails.
  await cabin.router.namespace.run(['wg', 'set', 'wg1', 'listen-port', '51281'])
  const printer = await addressOf(cabin.printer)
  await until('the other address', () => town.laptop.reaches(printer, 9100), 60_000)
  await put(cabin, 'town', { Endpoint: `${moved}:51281` })
  assert.match((await read(cabin, 'town')).Notice, /^The endpoint of this home changed/)
  await exchange()
  assert.equal((await read(cabin, 'town')).Notice, '')
})

story('a home without an endpoint connects to the other one', async () => {
  await put(cabin, 'town', { Endpoint: '', ListenPort: 0 })
  await exchange()
  await untilBothUp()
  assert.equal((await read(town, 'cabin')).Peer?.Endpoint, '')
  const printer = await addressOf(cabin.printer)
  await until('the printer', () => town.laptop.reaches(printer, 9100), 40_000)
})

story('a home cannot change its address range to the network of the other one', async () => {
  const settings = { TinyNets: ['192.168.2.0/24'], LeaseTime: '24h0m0s' }
  const { status, body } = await cabin.router.ask({ path: '/subnetConfig', method: 'PUT', body: settings })
  assert.equal(status, 400)
  assert.match(String(body), /192\.168\.2\.0\/24, a network behind the tunnel town/)
})
