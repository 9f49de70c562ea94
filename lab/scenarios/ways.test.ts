import assert from 'node:assert/strict'
import { FAMILY_RESOLVER, FOREIGN_RESOLVER, RESOLVER, TROUBLED_RESOLVER, WEB } from '../guests/addresses.ts'
import { openStories } from '../story.ts'
import { until } from '../until.ts'

const story = await openStories({ laptop: { Policies: ['wan', 'dns'] } }, { secondUplink: true })
const WHO = `http://${WEB}/whoami`

story('connections leave over both uplinks, each under the address of its own', async ({ laptop, router }) => {
  await laptop.join()
  const own = [await router.uplinkAddress('wan0'), await router.uplinkAddress('wan1')]
  for (const host of [WEB, RESOLVER, FAMILY_RESOLVER, FOREIGN_RESOLVER, TROUBLED_RESOLVER, '9.9.9.9', '1.1.1.3'])
    assert.ok(await laptop.pings(host), host)
  const tracked = await router.namespace.run(['conntrack', '-L', '-p', 'icmp', '--src', (await laptop.address()) ?? ''])
  const seen = new Set([...tracked.matchAll(/ dst=(81\.2\.(?:69|71)\.\d+)/g)].map(([, address]) => address))
  assert.deepEqual([...seen].sort(), own.sort())
})

story('what the router sends from an uplink’s address leaves there', async ({ router }) => {
  for (const link of ['wan0', 'wan1']) {
    const address = await router.uplinkAddress(link)
    assert.equal(await router.namespace.run(['curl', '-s', '-m', '2', '--interface', address, WHO]), `${address}\n`)
  }
})

story(
  'a line without a carrier is left at once, whichever it is',
  async ({ internet, laptop, line, router, secondLine }) => {
    const [first, second] = [await router.uplinkAddress('wan0'), await router.uplinkAddress('wan1')]
    await internet.cut(line)
    assert.equal(await laptop.fetch(WHO), `${second}\n`)
    await internet.mend(line)
    await internet.second?.cut(secondLine ?? '')
    assert.equal(await laptop.fetch(WHO), `${first}\n`)
    await internet.second?.mend(secondLine ?? '')
  },
)

story('somebody’s rule among ours, and a way that is gone, are put right', async ({ router }) => {
  const rules = () => router.namespace.run(['ip', 'rule', 'show'])
  const before = await rules()
  await router.namespace.run(['ip', 'rule', 'add', 'pref', '1002', 'fwmark', '2/0xff', 'lookup', '101'])
  await router.namespace.run(['ip', 'rule', 'del', 'pref', '1001'])
  await router.namespace.run(['ip', 'route', 'flush', 'table', '102'])
  assert.notEqual(await rules(), before)
  // Any change of a link makes the router hold everything against what it should be.
  await router.namespace.ip('link set wan1 down', 'link set wan1 up')
  await router.uplinkAddress('wan1')

  await until('the rules', async () => (await rules()) === before)
  await until('the way', async () =>
    (await router.namespace.run(['ip', 'route', 'show', 'table', '102'])).startsWith('default via'),
  )
})
