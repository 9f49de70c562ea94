import assert from 'node:assert/strict'
import { openStories } from '../../home/story.ts'

const story = await openStories({
  phone: { Policies: ['dns'], Groups: ['family'], listens: [8080] },
  tv: { Policies: ['dns'], Groups: ['family'], listens: [8009] },
  speaker: { wired: true, Policies: [], Groups: ['family', 'music'], listens: [4070] },
  laptop: { Policies: ['dns'], Groups: ['music'], listens: [22] },
})

story('members of a group reach each other in both directions with any protocol; others do not', async (home) => {
  const { phone, tv, speaker, laptop } = home
  await home.gather()
  assert.ok(await phone.reaches(tv, 8009))
  assert.ok(await tv.reaches(phone, 8080))
  assert.ok(await phone.reaches(speaker, 4070))
  assert.ok(await speaker.pings(phone))
  assert.ok(!(await laptop.reaches(tv, 8009)))
  assert.ok(!(await tv.reaches(laptop, 22)))
})

story('groups are not transitive', async (home) => {
  assert.ok(await home.laptop.reaches(home.speaker, 4070))
  assert.ok(!(await home.laptop.reaches(home.phone, 8080)))
})

story('disabling a group closes connections, enabling it permits them', async ({ phone, tv, router }) => {
  await using stream = await phone.stream((await tv.address()) ?? '', 8009)
  await router.api('/groups', { Name: 'family', Disabled: true })
  assert.ok(await stream.stalls())
  assert.ok(!(await phone.reaches(tv, 8009)))
  assert.ok(!(await tv.pings(phone)))
  await router.api('/groups', { Name: 'family', Disabled: false })
  assert.ok(await phone.reaches(tv, 8009))
})

story('leaving a group closes only connections that depend on it', async (home) => {
  const { phone, tv, speaker } = home
  await using leaving = await phone.stream((await tv.address()) ?? '', 8009)
  await using staying = await speaker.stream((await phone.address()) ?? '', 8080)
  await home.configure(tv, { Groups: [] })
  assert.ok(await leaving.stalls())
  assert.ok(await staying.flows())
  await home.configure(tv, { Groups: ['family'] })
  assert.ok(await phone.reaches(tv, 8009))
})

story(
  'a deleted group is removed from its members, and connections are closed',
  async ({ phone, tv, speaker, laptop, router }) => {
    await using stream = await phone.stream((await tv.address()) ?? '', 8009)
    await router.api('/groups', { Name: 'family' }, 'DELETE')
    assert.ok(await stream.stalls())
    assert.ok(!(await phone.reaches(tv, 8009)))
    assert.ok(await laptop.reaches(speaker, 4070))
    const devices = (await router.api('/devices')) as Record<string, { Groups: string[] }>
    assert.deepEqual(devices[speaker.mac]?.Groups, ['music'])
  },
)

story('names of groups and tags may use any script, and are normalised', async (home) => {
  const { phone, tv, laptop, router } = home
  await home.configure(phone, { Groups: ['日本語', 'Größe'], DeviceTags: ['語'.repeat(42)] })
  await home.configure(tv, { Groups: ['GRO\u0308ẞE'] })
  await home.configure(laptop, { Groups: ['日本'] })
  assert.ok(await phone.reaches(tv, 8009))
  assert.ok(!(await laptop.reaches(tv, 8009)), 'another name is another group')
  assert.ok(!(await phone.reaches(laptop, 22)))

  const [, { map }] = (
    (await router.api(`/nfmap/${encodeURIComponent('GRÖẞE_src_access')}`)) as {
      nftables: [unknown, { map: { elem: unknown[] } }]
    }
  ).nftables
  assert.equal(map.elem.length, 2)

  const DstIP = (await tv.address()) ?? ''
  const endpoint = { RuleName: 'for a tag', Protocol: 'tcp', IP: DstIP, Port: '8009', Tags: ['語'.repeat(42)] }
  await home.configure(phone, { Groups: ['日本語'] })
  assert.ok(!(await phone.reaches(tv, 8009)))
  await router.api('/firewall/endpoint', endpoint)
  assert.ok(await phone.reaches(tv, 8009))
  assert.ok(!(await laptop.reaches(tv, 8009)))
  for (const Name of ['a\u202eb', 'a\u200bb', '語'.repeat(43)])
    assert.equal((await router.ask({ method: 'PUT', path: '/groups', body: { Name } })).status, 400)
})
