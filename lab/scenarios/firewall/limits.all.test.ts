import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOREIGN_RESOLVER, WEB } from '../../guests/addresses.ts'
import { type Router, SHARED_FIREWALL } from '../../guests/router.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'
import { answerDatagrams, attempts, entries, flood, HOUSEHOLD, ROUTER } from './limits.fixture.ts'

const story = await openStories(HOUSEHOLD, { reuses: false, flags: SHARED_FIREWALL }) // Its memory is measured.

story('all devices join', async (home) => {
  await home.gather()
  await answerDatagrams(home.internet)
})

/** Packets that the rules of a chain have counted, rule by rule. */
async function counted({ namespace }: Router, chain: string): Promise<number[]> {
  const { nftables } = JSON.parse(await namespace.run(['nft', '-j', 'list', 'chain', 'inet', 'sallyport', chain]))
  return nftables.flatMap(({ rule }: { rule?: { expr: { counter?: { packets: number } }[] } }) =>
    (rule?.expr ?? []).flatMap(({ counter }) => (counter ? [counter.packets] : [])),
  )
}

story('a device at its limit connects again as soon as its connections have ended', async (home) => {
  const { laptop, router } = home
  const own = (await laptop.address()) ?? ''
  const { namespace } = router
  // Without this, four bursts would need a minute.
  const startRateAnew = () => namespace.run(['nft', 'flush', 'set', 'inet', 'sallyport', 'opened_forwarded'])
  for (let burst = 0; burst < 4; burst++) {
    await startRateAnew()
    await flood(laptop.namespace, WEB, 4000).line('done', 60_000)
  }
  assert.ok((await entries(router, '--orig-src', own)) > 4000)
  const dropped = await counted(router, 'limit_forwarded')
  assert.ok(
    dropped.at(-1)! < 100,
    `${dropped} connections were dropped by each rule, the last ones after a count of all`,
  )
  await namespace.outcome(['conntrack', '-D', '--orig-src', own])
  await startRateAnew()
  await until('a connection', async () => (await laptop.fetch('http://www.test/')) !== undefined, 10_000)
  assert.equal(await attempts(laptop, 'http://www.test/'), 5)
})

story('DNS queries and datagrams to the router have separate limits', async (home) => {
  const { camera, phone, router } = home
  const own = (await camera.address()) ?? ''
  for (const resolver of [ROUTER, FOREIGN_RESOLVER])
    await flood(camera.namespace, resolver, 8000, '53').line('done', 60_000)
  const open = await entries(router, '--orig-src', own)
  assert.ok(open > 100 && open <= 2500 + 16, `${open} entries`)
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  assert.equal(await attempts(phone, 'http://www.test/'), 5)
})

story('DNS over TCP leaves no entries behind', async (home) => {
  const { camera, router } = home
  const own = (await camera.address()) ?? ''
  await flood(camera.namespace, ROUTER, 400, '53', 'tcp').line('done', 60_000)
  const closed = () => entries(router, '--orig-src', own, '--proto', 'tcp')
  await until('the end of closed connections', async () => (await closed()) === 0, 20_000)
  assert.deepEqual(await camera.resolves('www.test'), [WEB])
})

story('the internet cannot fill the table through a forwarded port', async (home) => {
  const { server, phone, internet, router } = home
  const own = (await server.address()) ?? ''
  const rule = { Protocol: 'udp', SrcIP: '0.0.0.0/0', SrcPort: '20000-60000', DstIP: own, DstPort: 'any' }
  await router.api('/firewall/forward', rule)
  await flood(internet.neighbour, await router.uplinkAddress(), 15_000).line('done', 60_000)
  const open = await entries(router, '--reply-src', own)
  assert.ok(open > 1000 && open <= 4096 + 16, `${open} entries`)
  assert.equal(await attempts(phone, 'http://www.test/'), 5)
  await router.api('/firewall/forward', rule, 'DELETE')
})

const MOST_MIB = 220

/** The daemon's peak memory since its start, in MiB. */
const peakMemory = ({ daemon }: Router): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${daemon.pid}/status`, 'utf8'))?.[1]) / 1024

/** How often the daemon's threads have waited. Each part of a table that the kernel sends, of some 130 entries, is one time or more. */
const waits = ({ daemon }: Router): number =>
  readdirSync(`/proc/${daemon.pid}/task`)
    .map((thread) => readFileSync(`/proc/${daemon.pid}/task/${thread}/status`, 'utf8'))
    .reduce((sum, status) => sum + Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]), 0)

/** One entry for conntrack(8), of devices that nobody has. */
const entry = (i: number): string =>
  `-A -t 600 -u SEEN_REPLY,ASSURED -s 10.9.${i >> 16}.${(i >> 8) & 255} -d 81.2.70.${i & 255} -p udp --sport 1024 --dport ${1000 + (i >> 10)}`

story(
  'a device that completes no connection to the router leaves room for others',
  async ({ laptop, phone, router }) => {
    assert.equal((await router.namespace.run(['sysctl', '-n', 'net.ipv4.tcp_syncookies'])).trim(), '1')
    // It sends its first packets only, so that the router waits for the third of each connection.
    await laptop.namespace.run(['nft', '-f', '-'], {
      input:
        'table ip half { chain sent { type filter hook output priority 0; tcp dport 80 tcp flags & (ack | rst) != 0 drop; }; }',
    })
    await flood(laptop.namespace, ROUTER, 4000, '80', 'tcp').line('done', 120_000)
    assert.equal(await attempts(phone, `http://${ROUTER}/status`), 5)
    await laptop.namespace.run(['nft', 'delete', 'table', 'ip', 'half'])
  },
)

story('with a full table, the admin app opens', async (home) => {
  const { laptop, router } = home
  await router.namespace.run(['conntrack', '-F'])
  const most = Number(await router.namespace.run(['cat', '/proc/sys/net/netfilter/nf_conntrack_max']))
  const file = join(router.namespace.dir, 'entries')
  writeFileSync(file, `${Array.from({ length: most }, (_, i) => entry(i)).join('\n')}\n`)
  await router.namespace.outcome(['conntrack', '-R', file], { timeoutMs: 100_000 })
  assert.ok((await entries(router)) > most * 0.99)
  assert.equal(await attempts(laptop, `http://${ROUTER}/status`), 5)

  const counts: number[] = []
  for (let i = 0; i < 3; i++) {
    const before = waits(router)
    await home.configure(laptop, { Policies: ['dns'] })
    counts.push(waits(router) - before)
    await home.configure(laptop, { Policies: ['wan', 'dns'] })
  }
  assert.ok(
    Math.min(...counts) < most / 500,
    `the daemon waited ${counts} times: it read more than the laptop’s entries`,
  )
  const block = (Protocol: string) =>
    router.api('/firewall/block', { Protocol, SrcIP: '0.0.0.0/0', DstIP: '198.51.100.0/24' })
  const before = waits(router)
  await block('tcp')
  const forBlock = waits(router) - before
  assert.ok(forBlock < most / 500, `the daemon waited ${forBlock} times: it read more than the TCP connections`)
  await block('udp')
  await router.api('/iptraffic')
  await router.api(`/traffic/device/${laptop.mac}`)
  const peak = peakMemory(router)
  assert.ok(peak < MOST_MIB, `the daemon took ${peak} MiB`)
  await router.namespace.run(['conntrack', '-F'])
})
