import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { openStream } from '../../guests/stream.ts'
import { openWitness } from '../../probes/witness.ts'
import { first, openContainers, reachableFrom, ruleOf, second, withRule } from './custom-interface.fixture.ts'

/** Groups and tags of containers, and the policy disabled. */
const { story, home, container, neighbour } = await openContainers()

story('two containers and all devices are there', () => home.gather())

story('the policy disabled blocks an address in both directions, overriding other policies and rules', async () => {
  const { laptop, router, internet } = home
  const uplink = await router.uplinkAddress()
  const forward = { Protocol: 'tcp', SrcIP: '0.0.0.0/0', SrcPort: '8000', DstIP: first, DstPort: '8000' }
  await withRule(home, ruleOf(['wan', 'dns', 'api', 'lan']), async () => {
    await router.api('/firewall/forward', forward)
    assert.ok(await laptop.reaches(first, 8000))
    assert.ok(await router.namespace.connects(first, 8000))
    assert.ok(await internet.neighbour.connects(uplink, 8000))
    await using stream = await laptop.stream(first, 8000)
    await using back = await openStream(container, (await laptop.address()) ?? '', 22)
    const all = ruleOf(['wan', 'dns', 'api', 'lan', 'disabled'], { SrcIP: first, Groups: ['cloud'] })
    await withRule(home, all, async () => {
      assert.deepEqual(await reachableFrom(container, home), [])
      assert.deepEqual([await stream.stalls(), await back.stalls()], [true, true])
      assert.ok(!(await laptop.reaches(first, 8000)))
      assert.ok(!(await internet.neighbour.connects(uplink, 8000)))
      await using seen = await openWitness(container, 'tcp dport 8000')
      assert.ok(!(await router.namespace.connects(first, 8000)))
      assert.equal(await seen.packets(), 0, 'nor does the router itself send anything to it')
      assert.ok(await neighbour.connects(WEB, 80), 'its neighbour has what its network has')
      assert.ok(await laptop.reaches(second, 8000))
      for (const ends of [`from=${first}&to=internet`, `from=laptop&to=${first}`, `from=${uplink}&to=${first}`])
        assert.partialDeepStrictEqual(await router.api(`/explain?${ends}&port=8000`), {
          Passes: false,
          By: { Kind: 'rule', Rule: { SrcIP: first } },
        })
    })
    assert.ok(await laptop.reaches(first, 8000))
  })
  await router.api('/firewall/forward', forward, 'DELETE')
})

story('a container in a group reaches its members, in both directions', async () => {
  const { laptop, printer, router } = home
  await withRule(home, ruleOf([], { Groups: ['Cloud'] }), async () => {
    assert.ok(!(await laptop.reaches(first, 8000)))
    await home.configure(laptop, { Groups: ['cloud'] })
    assert.ok(await laptop.reaches(first, 8000))
    assert.deepEqual(await reachableFrom(container, home), ['laptop'])
    assert.ok(!(await printer.reaches(first, 8000)))
    await router.api('/groups', { Name: 'cloud', Disabled: true })
    assert.deepEqual(await reachableFrom(container, home), [])
    await router.api('/groups', { Name: 'cloud', Disabled: false })
  })
  await home.configure(laptop, { Groups: [] })
})

story('a container with a tag reaches endpoints of that tag', async () => {
  const { printer, router } = home
  const IP = (await printer.address()) ?? ''
  await router.api('/firewall/endpoint', { RuleName: 'paper', Protocol: 'tcp', IP, Port: '9100', Tags: ['paper'] })
  await withRule(home, ruleOf([], { SrcIP: first, Tags: ['paper'] }), async () => {
    assert.deepEqual(await reachableFrom(container, home), ['printer'])
    assert.deepEqual(await reachableFrom(neighbour, home), [])
  })
  await router.api('/firewall/endpoint', { RuleName: 'paper' }, 'DELETE')
})
