import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import type { Examination } from '../../../router/model/dns/resolvers/examination.ts'
import { residentMiB } from '../../bench/stage.ts'
import { RESOLVER, TROUBLED_RESOLVER, WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { chosenSeed } from '../../probes/chance.ts'
import { openWitness } from '../../probes/witness.ts'
import { until } from '../../process/until.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns', 'dns:family'] },
  sensor: { Policies: ['wan'] },
})

const good = { IPAddress: RESOLVER, TLSHost: 'dns.test', DisableTls: false }
const bad = { IPAddress: TROUBLED_RESOLVER, TLSHost: '', DisableTls: true }

story('all devices join', async (home) => {
  await home.gather()
  await home.internet.namespace.ip('route add blackhole 81.2.70.251/32')
})

story('the system resolver, drill and dig get the same responses', async ({ laptop }) => {
  assert.match(await laptop.run('getent', 'ahostsv4', 'www.test'), new RegExp(`^${WEB} +STREAM www.test`))
  assert.equal((await laptop.try('getent', 'hosts', 'nowhere.test')).code, 2)
  for (const how of ['-u', '-t']) {
    const response = await laptop.run('drill', how, 'mail.test', 'MX', '@192.168.2.1')
    assert.match(response, /rcode: NOERROR/)
    assert.match(response, /mail\.test\.\s+\d+\s+IN\s+MX\s+10 www\.test\./)
  }
  const { stdout } = await laptop.try('dig', 'www.test', '+dnssec', '+bufsize=4096')
  assert.match(stdout, /EDNS: version: 0, flags: do; udp: 1232/)
})

story('ten idle TCP connections do not block a device’s queries', async ({ laptop }) => {
  const connect = `const { connect } = require('node:net'); let open = 0
    for (let i = 0; i < 10; i++) connect(53, '192.168.2.1', () => ++open === 10 && console.log('open')).on('error', () => {})`
  const idle = laptop.namespace.start([process.execPath, '-e', connect])
  await idle.line('open')
  for (let time = 0; time < 3; time++) assert.deepEqual(await laptop.resolves('www.test', '+tcp', '+tries=1'), [WEB])
  await idle.stop()
})

story('a test shows which resolver answers, which one is silent, and which one alters answers', async (home) => {
  const { router, laptop, internet } = home
  const script = fileURLToPath(new URL('../../guests/trouble.ts', import.meta.url))
  await using trouble = internet.namespace.start([process.execPath, script, TROUBLED_RESOLVER])
  await trouble.line('ready')
  const silent = { IPAddress: '81.2.70.251', TLSHost: '', DisableTls: true }
  const Providers = [good, { ...good, TLSHost: 'https://dns.test/dns-query' }, bad, silent]
  await using asked = await openWitness(internet.namespace, `ip daddr ${TROUBLED_RESOLVER} udp dport 53`)
  await using others = await openWitness(internet.namespace, `ip daddr ${TROUBLED_RESOLVER} meta l4proto tcp`)
  const results = (await router.api('/dnsSettings/test', { Providers })) as Examination[]
  const found = results.map(({ Reachable, Failure, DNSSEC, Altered }) => [Reachable, Failure, DNSSEC, Altered])
  assert.deepEqual(found, [
    // The virtual internet has no name with broken signatures.
    [true, '', 'unknown', 'no'],
    [true, '', 'unknown', 'no'],
    [true, '', 'no', 'yes'],
    [false, 'no answer in time', 'unknown', 'unknown'],
  ])
  assert.ok(results.slice(0, 3).every(({ LatencyMs }) => LatencyMs > 0))
  assert.equal(results[2]?.Remark, `a.root-servers.net resolves to ${WEB} and not to 198.41.0.4`)
  const packets = await asked.packets()
  assert.ok(packets >= 7 && packets <= 16, `${packets} queries`)
  assert.equal(await others.packets(), 0)
  assert.deepEqual(await laptop.resolves('whoami.test'), [RESOLVER], 'nothing was saved')
  const own = await router.ask({
    method: 'PUT',
    path: '/dnsSettings/test',
    body: { Providers: [{ ...bad, IPAddress: '127.0.0.1' }] },
  })
  assert.equal(own.status, 400)
})

story('names of time servers are resolved by the router’s own resolver', async ({ router, internet }) => {
  await router.api('/time/servers', { Servers: ['www.test'] })
  await using asked = await openWitness(internet.namespace, `ip daddr ${WEB} udp dport 123`)
  // There is no time server, since it would set the clock of this machine.
  assert.equal((await router.ask({ method: 'PUT', path: '/time/sync' })).status, 400)
  assert.equal(await asked.packets(), 1)
})

story('slow, truncated and spoofed upstream responses are handled', async (home) => {
  const { laptop, router, internet } = home
  const script = fileURLToPath(new URL('../../guests/trouble.ts', import.meta.url))
  await internet.namespace.start([process.execPath, script, TROUBLED_RESOLVER]).line('ready')
  await router.api('/dnsSettings', { UpstreamProviders: [bad] })
  for (const name of ['plain', 'slow', 'cut', 'forged', 'swapped', 'garbage'])
    assert.deepEqual(await laptop.resolves(`${name}.test`, '+time=4'), [WEB], name)
})

story('an upstream that refuses or never responds fails in time', async ({ laptop }) => {
  for (const name of ['refused', 'never']) {
    const { stdout } = await laptop.try('dig', '+tries=1', '+time=8', `${name}.test`)
    assert.match(stdout, /status: (SERVFAIL|REFUSED)/, name)
  }
  assert.deepEqual(await laptop.resolves('plain.test'), [WEB], 'and the next question is answered')
})

story('of two upstreams, the good one is used when the other refuses', async ({ laptop, router }) => {
  await router.api('/dnsSettings', { UpstreamProviders: [bad, good] })
  for (let time = 0; time < 6; time++)
    await until('an answer', async () => (await laptop.resolves('www.test'))[0] === WEB, 4000)
  await router.api('/dnsSettings', { UpstreamProviders: [good] })
  assert.deepEqual(await laptop.resolves('whoami.test'), [RESOLVER])
})

story('of two upstreams, an unreachable one is skipped after a while', async (home) => {
  const { laptop, router, internet } = home
  const gone = { ...good, IPAddress: '81.2.70.250' }
  await internet.namespace.ip('route add blackhole 81.2.70.250/32')
  await router.api('/dnsSettings?test=false', { UpstreamProviders: [gone, good] })
  for (let time = 0; time < 12; time++) assert.deepEqual(await laptop.resolves(`${time}.nowhere.test`, '+time=5'), [])
  const answered = async (name: string): Promise<boolean> =>
    (await laptop.try('dig', '+tries=1', '+time=1', name)).stdout.includes('status: NXDOMAIN')
  await until('nobody to wait', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `${i}.${Date.now()}.nowhere.test`)
    return (await Promise.all(names.map(answered))).every((well) => well)
  })
  await router.api('/dnsSettings', { UpstreamProviders: [good] })
})

story('during an outage, expired responses are served with a TTL of 30 seconds', async (home) => {
  const { laptop, internet } = home
  await internet.names.lead('passing.test', WEB)
  const ttl = async (): Promise<number> => {
    const { stdout } = await laptop.try('dig', '+noall', '+answer', '+tries=1', '+time=6', 'passing.test')
    return Number(/^passing\.test\.\s+(\d+)\s+IN\s+A\s/m.exec(stdout)?.[1] ?? -1)
  }
  assert.equal(await ttl(), 1)
  await internet.fail()
  assert.equal(await until('an answer that has run out', async () => ((await ttl()) === 30 ? 30 : undefined)), 30)
  await internet.recover()
  await until('a new one', async () => (await ttl()) === 1, 40_000)
})

story('thousands of malformed queries cause no errors and no memory growth', async (home) => {
  const { laptop, sensor, router } = home
  await home.configure(sensor, { Policies: ['wan', 'dns'] })
  const script = fileURLToPath(new URL('../../guests/hostile.ts', import.meta.url))
  const seed = chosenSeed()
  const attack = async (round: number): Promise<number> => {
    const attacker = sensor.namespace.start([process.execPath, script, '192.168.2.1', '20000', String(seed + round)])
    await until('an answer in between', async () => (await laptop.resolves('www.test'))[0] === WEB)
    await attacker.line('done', 60_000)
    return await residentMiB(router)
  }
  const before = Math.max(await attack(0), await attack(1))
  const after = await attack(2)
  assert.ok(after < before + 24, `${before} MiB became ${after}`)
  assert.deepEqual(await laptop.resolves('www.test'), [WEB])
  assert.deepEqual(
    router.daemon.lines.filter((line) => /went wrong|crashed/.test(line)),
    [],
  )
})
