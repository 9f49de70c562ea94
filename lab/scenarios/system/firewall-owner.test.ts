import assert from 'node:assert/strict'
import { release } from 'node:os'
import { WEB } from '../../guests/addresses.ts'
import type { HouseholdDevice } from '../../guests/device.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/** While the router runs, the kernel refuses changes of its firewall by other programs: Linux 6.9 and later. */
const [major = 0, minor = 0] = release().split('.').map(Number)
const OWNS = major > 6 || (major === 6 && minor >= 9)

const story = await openStories({
  laptop: { wired: true, Policies: ['wan', 'dns'] },
  camera: { Policies: ['dns'] },
})
const ECHO = 7
const TABLE = 'inet sallyport'

/** What would let the camera into the internet, or open or close everything. */
const changes = async (camera: HouseholdDevice): Promise<string[]> => [
  `add element ${TABLE} internet_access { ${await camera.address()} . "${camera.routerLink}" : accept }`,
  `insert rule ${TABLE} forward accept`,
  `flush chain ${TABLE} forward`,
  `add chain ${TABLE} strange { type filter hook forward priority -1; policy accept; }`,
  `add table ${TABLE} { flags dormant; }`,
  `delete table ${TABLE}`,
]

story('the laptop may open connections to the internet, the camera may not', async (home) => {
  await home.gather()
  assert.ok(await home.laptop.reaches(WEB, ECHO))
  assert.ok(!(await home.camera.reaches(WEB, ECHO)))
})

if (OWNS) {
  story('the kernel refuses every change of the firewall by another program', async ({ router, laptop, camera }) => {
    await using permitted = await laptop.stream(WEB, ECHO)
    for (const change of await changes(camera)) {
      const { code, stderr } = await router.namespace.outcome(['nft', change])
      assert.notEqual(code, 0, change)
      assert.match(stderr, /Operation not (permitted|supported)/, change)
      assert.ok(!(await camera.reaches(WEB, ECHO)), change)
    }
    // The kernel leaves the table of another owner.
    await router.namespace.run(['nft', 'flush', 'ruleset'])
    assert.ok(!(await camera.reaches(WEB, ECHO)))
    assert.ok(await permitted.flows())
    assert.deepEqual(await router.api('/drift'), [])
  })

  story('the owner changes it: permissions, and a rule that needs new chains', async ({ router, laptop, camera }) => {
    const block = { Protocol: 'tcp', SrcIP: await laptop.address(), DstIP: '0.0.0.0/0', DstPort: `${ECHO}` }
    await router.api('/firewall/block_forward', block)
    assert.ok(!(await laptop.reaches(WEB, ECHO)))
    await router.api('/firewall/block_forward', block, 'DELETE')
    assert.ok(await laptop.reaches(WEB, ECHO))
    await router.api(`/device?identity=${camera.mac}`, { Policies: ['wan', 'dns'] })
    assert.ok(await camera.reaches(WEB, ECHO))
    await router.api(`/device?identity=${camera.mac}`, { Policies: ['dns'] })
    assert.ok(!(await camera.reaches(WEB, ECHO)))
  })
}

story('the rules are enforced after the router was killed, and the next one takes them over', async (home) => {
  const { router, laptop, camera } = home
  await using permitted = await laptop.stream(WEB, ECHO)
  await router.kill()
  assert.ok(await permitted.flows())
  assert.ok(!(await camera.reaches(WEB, ECHO)))
  // The table has no owner now.
  const [element = '', rule = ''] = await changes(camera)
  await router.namespace.run(['nft', element])
  await router.namespace.run(['nft', rule])
  assert.ok(await camera.reaches(WEB, ECHO))
  await router.start()
  await until('the repair', async () => !(await camera.reaches(WEB, ECHO)))
  assert.ok(await permitted.flows())
  if (OWNS) assert.notEqual((await router.namespace.outcome(['nft', rule])).code, 0, 'it has an owner again')
})

story('a router that finds an ordinary table replaces it', async ({ router, laptop, camera }) => {
  await router.daemon.stop()
  await router.namespace.run(['nft', 'delete', 'table', ...TABLE.split(' ')])
  await router.namespace.run(['nft', `add table ${TABLE}`])
  await router.start()
  await until('the internet', () => laptop.reaches(WEB, ECHO))
  assert.ok(!(await camera.reaches(WEB, ECHO)))
  const [, rule = ''] = await changes(camera)
  if (OWNS) assert.notEqual((await router.namespace.outcome(['nft', rule])).code, 0)
  assert.deepEqual(await router.api('/drift'), [])
})
