import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'
import { addressOf, openSites } from './sites.fixture.ts'

const { story, town, cabin, put, read, gather, exchange, untilBothUp, open } = await openSites()

story('two routers connect by exchanging one text each, and nothing passes', async () => {
  await gather()
  await exchange()
  await untilBothUp()
  assert.deepEqual(await open(), [])
  assert.equal((await read(town, 'cabin')).Fingerprint, (await read(cabin, 'town')).Peer?.Fingerprint)
})

story('the chosen devices reach the shared ones with their own addresses, and nothing else', async () => {
  const [laptop, printer] = [await addressOf(town.laptop), await addressOf(cabin.printer)]
  await put(town, 'cabin', { Users: { Groups: ['family'] } })
  assert.deepEqual(await open(), [], 'the cabin shares nothing yet')
  await put(cabin, 'town', { Shared: { Tags: ['print'] } })
  await using seen = await openWitness(cabin.printer.namespace, `ip saddr ${laptop} tcp dport 9100`)
  assert.deepEqual(await open(), ['town laptop > cabin printer 22', 'town laptop > cabin printer 9100'])
  assert.ok((await seen.packets()) > 0, 'its address is not translated')
  assert.ok(!(await town.laptop.reaches('192.168.3.1', 80)), 'the other router')
  assert.ok(await town.laptop.reaches(WEB, 80), 'the internet, as before')
  for (const [router, ends] of [
    [town.router, `from=laptop&to=${printer}`],
    [cabin.router, `from=${laptop}&to=printer`],
  ] as const) {
    const { Passes, By, Text } = (await router.api(`/explain?${ends}&port=9100`)) as Record<string, unknown>
    assert.partialDeepStrictEqual({ Passes, By }, { Passes: true, By: { Kind: 'rule' } }, JSON.stringify(Text))
    assert.ok(!JSON.stringify(By).includes('PrivateKey'))
  }
  const flows = JSON.stringify(await cabin.router.api('/iptraffic'))
  assert.ok(flows.includes(laptop), flows)
})

story('packets of the other router with a source address of this home are dropped', async () => {
  const mine = await addressOf(town.laptop)
  const hostile = cabin.router.namespace
  const arrivals = 'iifname wg1 icmp type echo-request meta length 361'
  await using anywhere = await openWitness(town.router.namespace, arrivals)
  await using inside = await openWitness(town.printer.namespace, 'icmp type echo-request meta length 361')
  const ping = async (...sources: string[]) => {
    await hostile.ip(...sources.map((source) => `addr add ${source}/32 dev lo`))
    const to = await addressOf(town.printer)
    const send = (source: string) => hostile.outcome(['ping', '-c', '1', '-W', '1', '-s', '333', '-I', source, to])
    await Promise.all(sources.map(send))
    await hostile.ip(...sources.map((source) => `addr del ${source}/32 dev lo`))
  }
  // Its own rules would drop or translate them.
  await cabin.router.stopDaemon()
  await hostile.run(['nft', 'flush', 'ruleset'])
  await ping(mine, '192.168.2.1', '192.168.2.77', '81.2.70.53', '10.1.2.3')
  assert.deepEqual([await anywhere.packets(), await inside.packets()], [0, 0])
  await ping('192.168.3.77')
  assert.deepEqual(
    [await anywhere.packets(), await inside.packets()],
    [1, 0],
    'its own network arrives, and is refused',
  )
  cabin.router.resumeDaemon()
  const rules = () => hostile.run(['nft', 'list', 'ruleset'])
  await until('its rules', async () => (await rules()).includes('wg1_shared'), 15_000)
})

story('removing a device or group from a site closes open connections', async () => {
  const printer = await addressOf(cabin.printer)
  await using stream = await town.laptop.stream(printer, 9100)
  await put(cabin, 'town', { Shared: { Tags: [] } })
  assert.ok(await stream.stalls())
  await put(cabin, 'town', { Shared: { Tags: ['print'] } })
  await using again = await town.laptop.stream(printer, 9100)
  await put(town, 'cabin', { Users: { Groups: [] } })
  assert.ok(await again.stalls())
  await put(town, 'cabin', { Users: { Groups: ['family'] } })
})

story('deleting a site closes its connections at both ends', async () => {
  const printer = await addressOf(cabin.printer)
  await using stream = await town.laptop.stream(printer, 9100)
  await cabin.router.api('/vpn/sites/town', {}, 'DELETE')
  assert.ok(await stream.stalls())
  assert.deepEqual(await open(), [])
  const { stdout } = await cabin.router.namespace.outcome(['ip', '-o', 'link', 'show', 'type', 'wireguard'])
  assert.ok(!stdout.includes('wg1'))
  assert.equal(await cabin.router.namespace.run(['ip', 'route', 'show', '192.168.2.0/24']), '')
  await town.router.api('/vpn/sites/cabin', {}, 'DELETE')
  assert.deepEqual(await town.router.api('/vpn/tunnels'), [])
})
