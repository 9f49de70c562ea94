import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { HOSTS, WEB } from '../../guests/addresses.ts'
import { openInternet } from '../../guests/internet.ts'
import { openRoadWarrior, parsePeerFile } from '../../guests/roadwarrior.ts'
import { openRouter, type Router } from '../../guests/router.ts'
import { openAuthority } from '../../home/authority.ts'
import { LET_IN, openWitness } from '../../probes/witness.ts'
import { ROOT } from '../../process/place.ts'
import { environment } from '../../process/program.ts'
import { until } from '../../process/until.ts'

/** A router with one interface, as on a cloud instance, and a phone in the internet. */
mkdirSync('/run/sallyport', { recursive: true })
const dir = mkdtempSync('/run/sallyport/cloud-')
const file = join(dir, 'phone.conf')
const authority = await openAuthority(join(dir, 'authority'))
const internet = await openInternet(dir, authority, { addressing: 'public', secondProvider: false })
/** A machine with one interface, and no address yet. */
async function openInstance(name: string, mac: string): Promise<Router> {
  const own = join(dir, name)
  mkdirSync(own)
  const instance = await openRouter(own, {
    ...{ data: join(own, 'data'), console: join(own, 'console'), ca: authority.ca, uplinks: ['wan0'], isVirtual: true },
  })
  await internet.plug({ namespace: instance.namespace, link: 'wan0', mac })
  return instance
}
const router = await openInstance('instance', '02:00:5e:00:00:01')
const data = join(dir, 'instance/data')
const road = await openRoadWarrior(internet, dir)
after(async () => {
  if (router.hasStarted) await router.daemon.stop()
  for (const machine of [road, router.namespace, internet.neighbour, internet.namespace])
    await machine[Symbol.asyncDispose]()
})

const ADDRESS = '81.2.69.40'
const PORT = '51280'
const TCP = ['22', '53', '80', '443', '8000', PORT]
const UDP = ['53', '67', '68', '123', '1900', '5353', PORT]

/** Ports of the router that answer, or let packets in, from the internet. */
async function openPorts(router: Router): Promise<string[]> {
  const ip = await router.uplinkAddress()
  const open: string[] = []
  for (const port of TCP) if (await internet.neighbour.connects(ip, Number(port))) open.push(`tcp ${port}`)
  for (const port of UDP) {
    await using letIn = await openWitness(router.namespace, `iifname wan0 udp dport ${port}`, LET_IN)
    await using arrived = await openWitness(router.namespace, `iifname wan0 udp dport ${port}`)
    await internet.neighbour.run(['socat', '-u', '-', `UDP4-SENDTO:${ip}:${port}`], { input: 'x' })
    await until('the datagram', async () => (await arrived.packets()) > 0)
    if ((await letIn.packets()) > 0) open.push(`udp ${port}`)
  }
  const ping = await internet.neighbour.outcome(['ping', '-c', '1', '-W', '1', ip])
  return ping.code === 0 ? [...open, 'ping'] : open
}

const keyOf = async (): Promise<string> => (await router.namespace.run(['wg', 'show', 'wg0', 'public-key'])).trim()

const setUp = (...flags: string[]) =>
  router.namespace.outcome(
    [
      ...['env', 'SALLYPORT_ADMIN_PASSWORD=open sesame', `PATH=${environment.PATH}`],
      ...[
        process.execPath,
        join(ROOT, 'bin/vpn/virtual.ts'),
        '--virtual',
        '--data',
        data,
        '--uplink',
        'wan0',
        ...flags,
      ],
    ],
    { timeoutMs: 100_000 },
  )

test('a router that is not set up is closed to the internet', { timeout: 120_000 }, async () => {
  const blank = await openInstance('blank', '02:00:5e:00:00:02')
  await blank.start()
  assert.deepEqual(await openPorts(blank), [])
  await blank.daemon.stop()
  await blank.namespace[Symbol.asyncDispose]()
})

test('the set-up makes the first VPN device while the machine stays reachable', { timeout: 120_000 }, async () => {
  assert.match((await setUp()).stderr, /in a terminal/)
  assert.match((await setUp('--file', file)).stderr, /address of wan0 .* is not reachable/)
  assert.ok(!existsSync(file))
  // The address of a cloud instance before the router runs.
  await router.namespace.ip(`addr add ${ADDRESS}/24 dev wan0`)
  const ssh = router.namespace.listen(22)
  assert.ok(await until('the service', () => internet.neighbour.connects(ADDRESS, 22)))
  const { code, stdout, stderr } = await setUp('--file', file)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /only UDP port 51280 is open on wan0/)
  assert.match(readFileSync(file, 'utf8'), new RegExp(`^Endpoint = ${ADDRESS}:${PORT}$`, 'm'))
  assert.ok(await internet.neighbour.connects(ADDRESS, 22), 'nothing is closed yet')
  assert.equal((await router.namespace.outcome(['ip', 'link', 'show', 'wg0'])).code, 1)
  assert.deepEqual((await setUp()).stdout, '', 'once')
  await ssh.stop()
  await router.namespace.ip(`addr del ${ADDRESS}/24 dev wan0`)
})

test('then only WireGuard is open, and the app, DNS and the internet are reached through the tunnel', {
  timeout: 120_000,
}, async () => {
  await router.start()
  assert.deepEqual(await openPorts(router), [`udp ${PORT}`])
  const config = parsePeerFile(readFileSync(file, 'utf8'))
  // Here the provider assigns another address than the one above.
  await road.connect({ ...config, Peer: { ...config.Peer, Endpoint: `${await router.uplinkAddress()}:${PORT}` } })
  await until('the tunnel', () => road.reaches(WEB, 80))
  const page = (path: string, ...more: string[]) =>
    road.namespace.outcome([
      'curl',
      '-s',
      '-m',
      '5',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}',
      ...more,
      `http://192.168.2.1${path}`,
    ])
  assert.equal((await page('/devices')).stdout, '401')
  assert.equal((await page('/devices', '-u', 'admin:open sesame')).stdout, '200')
  assert.ok(!(await internet.neighbour.connects(await router.uplinkAddress(), 80)))
})

test('keys, the tunnel and open connections survive a restart, and a reboot', { timeout: 120_000 }, async () => {
  const key = await keyOf()
  {
    await using stream = await road.stream(HOSTS[0]!, 7)
    await router.kill()
    await router.start()
    assert.ok(await stream.flows())
  }
  await router.daemon.stop()
  await router.namespace.ip('link delete wg0')
  await router.namespace.run(['nft', 'flush', 'ruleset'])
  await router.start()
  assert.equal(await keyOf(), key)
  await until('a new session', () => road.reaches('192.168.2.1', 80), 30_000)
  assert.deepEqual(await openPorts(router), [`udp ${PORT}`])
})
