import assert from 'node:assert/strict'
import { PRIVATE_HOST, WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { addressOf, anybody } from '../firewall/firewall.fixture.ts'
import { HOUSEHOLD, openDrops } from './drops.fixture.ts'

const story = await openStories(HOUSEHOLD)

story('all devices join', (home) => home.gather().then(() => undefined))

story('a device that may not reach the internet: the event has its name and the domain', async (home) => {
  const { camera } = home
  await using drops = await openDrops(home)
  assert.deepEqual(await camera.resolves('www.test'), [WEB])
  assert.ok(!(await camera.reaches(WEB, 80)))
  const packet = await drops.next('nft:drop:forward', ({ TCP }) => TCP?.DstPort === 80)
  const { Timestamp, TCP, IP, Ethernet, ...others } = packet
  assert.deepEqual([IP.SrcIP, IP.DstIP, IP.Protocol], [await addressOf(camera), WEB, 6])
  assert.deepEqual([typeof TCP?.SrcPort, TCP?.DstPort, TCP?.SYN], ['number', 80, true])
  assert.deepEqual([Ethernet?.SrcMAC, Ethernet?.HwType], [camera.mac, 1])
  assert.ok(Math.abs(Date.now() - Date.parse(String(Timestamp))) < 60_000)
  assert.deepEqual(others, {
    RecentDomainSrc: '',
    RecentDomainDst: 'www.test',
    Prefix: 'drop:forward ',
    Action: 'blocked',
    InDev: String(others.InDev),
    OutDev: 'wan0',
    SrcDevice: camera.mac,
    SrcName: 'camera',
    DstDevice: '',
    DstName: '',
    Why: {
      ...{ Kind: 'default', Name: 'it has no policy “Use the internet” (wan)' },
      Text: `What camera sends to ${WEB} is refused: it has no policy “Use the internet” (wan).`,
      Coded: {
        Code: 'firewall.verdictRefused',
        Values: [
          ...['camera', WEB],
          {
            Code: 'firewall.policyLacking',
            Values: [{ Code: 'home.policyWithTitle', Values: [{ Code: 'policy.wan', Values: [] }, 'wan'] }],
          },
        ],
      },
    },
  })
  assert.match(String(others.InDev), /^wlan0/)
})

story('a spoofed source: the event names the device that sent the packet', async (home) => {
  const { laptop, phone } = home
  await using drops = await openDrops(home)
  const stolen = await addressOf(phone)
  await laptop.namespace.ip(`addr add ${stolen}/32 dev wlan0`)
  await laptop.try('ping', '-c', '1', '-W', '1', '-I', stolen, WEB)
  await laptop.namespace.ip(`addr del ${stolen}/32 dev wlan0`)
  const { IP, Ethernet, ICMP, SrcDevice, SrcName, OutDev } = await drops.next('nft:drop:mac')
  assert.deepEqual([IP.SrcIP, Ethernet?.SrcMAC, ICMP?.Type], [stolen, laptop.mac, 8])
  assert.deepEqual([SrcDevice, SrcName, OutDev], [laptop.mac, 'laptop', ''])
})

story('a scan from the uplink, and one with a household address', async (home) => {
  const { router, laptop, internet } = home
  const { neighbour } = internet
  await using drops = await openDrops(home)
  const uplink = await router.uplinkAddress()
  const scanned = [22, 23, 80, 443, 8080]
  const opened = await Promise.all(scanned.map((port) => neighbour.connects(uplink, port)))
  assert.ok(!opened.includes(true))
  const logged = new Set<number | undefined>()
  while (!scanned.every((port) => logged.has(port))) logged.add((await drops.next('nft:drop:input')).TCP?.DstPort)

  const inside = await addressOf(laptop)
  await neighbour.ip('addr add 192.168.2.200/32 dev eth0', `route replace 192.168.2.0/24 via ${uplink}`)
  await neighbour.outcome(['ping', '-c', '1', '-W', '1', '-I', '192.168.2.200', inside])
  await neighbour.outcome(['ping', '-c', '1', '-W', '1', inside])
  await neighbour.ip('addr del 192.168.2.200/32 dev eth0')
  const spoof = await drops.next('nft:drop:spoof')
  assert.deepEqual([spoof.IP.SrcIP, spoof.SrcDevice, spoof.InDev], ['192.168.2.200', '', 'wan0'])
  const local = await drops.next('nft:drop:local')
  assert.deepEqual([local.IP.DstIP, local.DstName], [inside, 'laptop'])
})

story('the router itself: a closed port, a private address beyond the uplink, a block', async (home) => {
  const { router, laptop, camera, printer } = home
  await using drops = await openDrops(home)
  assert.ok(!(await camera.reaches('192.168.2.1', 8443)))
  const closed = await drops.next('nft:drop:input')
  assert.deepEqual([closed.SrcName, closed.TCP?.DstPort], ['camera', 8443])
  assert.ok(!(await laptop.reaches(PRIVATE_HOST, 80)))
  assert.equal((await drops.next('nft:drop:private')).IP.DstIP, PRIVATE_HOST)
  assert.ok(!(await laptop.reaches(printer, 9100)))
  const lateral = await drops.next('nft:drop:forward')
  assert.deepEqual([lateral.SrcName, lateral.DstName, lateral.TCP?.DstPort], ['laptop', 'printer', 9100])

  const block = { Protocol: 'tcp', SrcIP: await addressOf(laptop), DstIP: WEB }
  await router.api('/firewall/block', block)
  assert.ok(!(await laptop.reaches(WEB, 80)))
  await router.api('/firewall/block', block, 'DELETE')
  assert.deepEqual((await drops.next('nft:drop:block')).SrcName, 'laptop')
  await router.api('/firewall/block_output', { Protocol: 'tcp', SrcIP: anybody, DstIP: WEB, DstPort: '8080' })
  assert.ok(!(await router.namespace.connects(WEB, 8080)))
  await router.api('/firewall/block_output', { Protocol: 'tcp', SrcIP: anybody, DstIP: WEB, DstPort: '8080' }, 'DELETE')
  const own = await drops.next('nft:drop:output')
  assert.deepEqual([own.InDev, own.Ethernet, own.TCP?.DstPort], ['', undefined, 8080])
})

story('nothing is logged of permitted traffic', async (home) => {
  const { laptop, camera } = home
  await using drops = await openDrops(home)
  assert.ok(await laptop.fetch('http://www.test/'))
  assert.ok(await laptop.pings(WEB))
  assert.ok(await laptop.reaches('192.168.2.1', 80))
  assert.deepEqual(await camera.resolves('www.test'), [WEB])
  assert.ok(!(await camera.reaches(WEB, 81)))
  await drops.next('nft:drop:forward', ({ TCP }) => TCP?.DstPort === 81)
  const laptops = drops.seen.filter(({ packet }) => packet.SrcName === 'laptop')
  assert.deepEqual([laptops, drops.topics.filter((topic) => /^nft:(wan|lan):/.test(topic))], [[], []])
})

story('allowed connections are logged when the owner wants it', async (home) => {
  const { router, laptop, phone, printer, internet } = home
  const off = { Dropped: true, WanIn: false, WanOut: false, LanIn: false, LanOut: false }
  assert.deepEqual(await router.api('/firewall/logging'), off)
  const on = { Dropped: false, WanIn: true, WanOut: true, LanIn: true, LanOut: true }
  const [identity] = [laptop.mac]
  await router.api(`/device?identity=${identity}`, { Policies: ['wan', 'dns', 'lan'] })
  const forward = { Protocol: 'tcp', SrcIP: anybody, SrcPort: '9100', DstIP: await addressOf(printer), DstPort: '9100' }
  await router.api('/firewall/forward', forward)
  await router.api('/firewall/service_port', { Protocol: 'tcp', Port: '2222', UpstreamEnabled: true })
  assert.deepEqual(await router.api('/firewall/logging', on), on)
  await using drops = await openDrops(home)

  assert.ok(await laptop.reaches(WEB, 80))
  const out = await drops.next('nft:wan:out')
  assert.deepEqual([out.SrcName, out.TCP?.DstPort, out.Action, out.Prefix], ['laptop', 80, 'allowed', 'wan:out '])
  assert.deepEqual(await phone.resolves('www.test'), [WEB])
  const query = await drops.next('nft:lan:in')
  assert.deepEqual([query.SrcName, query.UDP?.DstPort], ['phone', 53])
  assert.ok(await laptop.reaches(printer, 9100))
  const lan = await drops.next('nft:lan:out')
  assert.deepEqual([lan.SrcName, lan.DstName], ['laptop', 'printer'])
  assert.ok(await internet.neighbour.connects(await router.uplinkAddress(), 9100))
  const inward = await drops.next('nft:wan:in')
  assert.deepEqual([inward.DstName, inward.TCP?.DstPort], ['printer', 9100])
  await internet.neighbour.connects(await router.uplinkAddress(), 2222)
  const service = await drops.next('nft:wan:in')
  assert.deepEqual([service.OutDev, service.TCP?.DstPort], ['', 2222])

  assert.ok(!(await laptop.reaches(PRIVATE_HOST, 80)))
  assert.ok(await laptop.reaches(WEB, 80))
  await drops.next('nft:wan:out')
  assert.deepEqual(
    drops.topics.filter((topic) => topic.startsWith('nft:drop:')),
    [],
  )
  assert.deepEqual(await router.api('/firewall/logging', off), off)
  await router.api('/firewall/forward', forward, 'DELETE')
  await router.api('/firewall/service_port', { Protocol: 'tcp', Port: '2222', UpstreamEnabled: false }, 'DELETE')
  await router.api(`/device?identity=${identity}`, { Policies: ['wan', 'dns'] })
})
