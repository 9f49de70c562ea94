import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { HOSTS, WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const story = await openStories({ laptop: { Policies: ['wan', 'dns'] } }, { secondUplink: true })
const WHO = `http://${WEB}/whoami`

story('connections leave over both uplinks with their own source address', async ({ laptop, router }) => {
  await laptop.join()
  const own = [await router.uplinkAddress('wan0'), await router.uplinkAddress('wan1')]
  for (const host of HOSTS) assert.ok(await laptop.pings(host), host)
  const tracked = await router.namespace.run(['conntrack', '-L', '-p', 'icmp', '--src', (await laptop.address()) ?? ''])
  const seen = new Set([...tracked.matchAll(/ dst=(81\.2\.(?:69|71)\.\d+)/g)].map(([, address]) => address))
  assert.deepEqual([...seen].sort(), own.sort())
})

story('packets from an uplink’s address leave over that uplink', async ({ router }) => {
  for (const link of ['wan0', 'wan1']) {
    const address = await router.uplinkAddress(link)
    assert.equal(await router.namespace.run(['curl', '-s', '-m', '2', '--interface', address, WHO]), `${address}\n`)
  }
})

story('an uplink without a carrier is dropped immediately', async ({ internet, laptop, line, router, secondLine }) => {
  const [first, second] = [await router.uplinkAddress('wan0'), await router.uplinkAddress('wan1')]
  await internet.cut(line)
  assert.equal(await laptop.fetch(WHO), `${second}\n`)
  await internet.mend(line)
  await internet.second?.cut(secondLine ?? '')
  assert.equal(await laptop.fetch(WHO), `${first}\n`)
  await internet.second?.mend(secondLine ?? '')
})

story('foreign rules are removed, and missing routes are restored when the router starts', async ({ router }) => {
  const { namespace } = router
  const rules = () => namespace.run(['ip', 'rule', 'show'])
  const way = (table = '102') => namespace.run(['ip', 'route', 'show', 'table', table])
  // The routes of restored lines return after a moment.
  for (const table of ['101', '102'])
    await until(`the routes of table ${table}`, async () => /^default /m.test(await way(table)))
  const before = [await rules(), await way()]
  await router.kill()
  await namespace.ip('rule add pref 1002 fwmark 2/0xff lookup 101', 'rule del pref 1001', 'route flush table 102')
  assert.notDeepEqual([await rules(), await way()], before)
  await router.start()
  // A line whose client was busy when it was killed has its lease a moment later.
  await until('the rules and routes of before', async () => isDeepStrictEqual([await rules(), await way()], before))
})
