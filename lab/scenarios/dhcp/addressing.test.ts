import assert from 'node:assert/strict'
import { join } from 'node:path'
import { WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { until } from '../../process/until.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns'] },
  phone: { Policies: ['wan', 'dns'] },
  printer: { wired: true, Policies: ['dns'] },
  tv: { Policies: ['dns'] },
})

story('udhcpc gets a /30 network, a route, the resolver and the domain', async ({ laptop }) => {
  const ip = await laptop.join()
  const [own] = JSON.parse(await laptop.run('ip', '-j', '-4', 'addr', 'show', 'dev', 'wlan0'))
  assert.equal(own.addr_info[0].prefixlen, 30)
  const gateway = ip.replace(/\d+$/, (last) => String(Number(last) - 1))
  assert.match(await laptop.run('ip', 'route'), new RegExp(`^default via ${gateway} `, 'm'))
  assert.equal(await laptop.run('cat', '/etc/resolv.conf'), 'domain lan\nnameserver 192.168.2.1\n')
})

story('udhcpc renews its lease', async ({ laptop }) => {
  const before = await laptop.address()
  const leases = () => laptop.dhcp?.lines.filter((line) => line.includes('obtained')).length ?? 0
  const had = leases()
  laptop.dhcp?.kill('SIGUSR1')
  await until('the renewed lease', () => leases() > had)
  assert.equal(await laptop.address(), before)
  assert.ok(await laptop.reaches(WEB, 80))
})

story('dhclient gets an address, renews it and releases it', async ({ printer }) => {
  await printer.connect()
  const leases = join(printer.namespace.dir, 'dhclient.leases')
  const dhclient = (...flags: string[]) =>
    printer.run(
      'dhclient',
      '-4',
      '-1',
      '-v',
      '-lf',
      leases,
      '-pf',
      join(printer.namespace.dir, 'dhclient.pid'),
      ...flags,
      'eth0',
    )
  await dhclient()
  const ip = await printer.address()
  assert.match(ip ?? '', /^192\.168\.2\./)
  assert.deepEqual(await printer.resolves('www.test'), [WEB])
  await dhclient('-x')
  await dhclient()
  assert.equal(await printer.address(), ip)
  await dhclient('-r')
  assert.equal(await printer.address(), undefined)
  assert.deepEqual(await printer.resolves('www.test', '@192.168.2.1'), [])
  await dhclient()
  assert.equal(await printer.address(), ip, 'the address is its own for good')
})

story('a reserved address is used from the next lease on', async (home) => {
  await home.configure(home.phone, { RecentIP: '192.168.2.102' })
  assert.equal(await home.phone.join(), '192.168.2.102')
  assert.ok(await home.phone.reaches(WEB, 80))
})

story('permissions follow a device to a new address during traffic', async (home) => {
  const { phone } = home
  await using stream = await phone.stream(WEB, 7)
  await home.configure(phone, { RecentIP: '192.168.2.106' })
  assert.ok(await stream.stalls())
  assert.ok(!(await phone.reaches(WEB, 80)), 'no device has the old address')
  await phone.stopDhcp()
  assert.equal(await phone.lease(), '192.168.2.106')
  assert.ok(await phone.reaches(WEB, 80))
})

story('names resolve to addresses, and addresses to names', async ({ laptop, phone }) => {
  const ip = (await phone.address()) ?? ''
  assert.deepEqual(await laptop.resolves('phone.lan'), [ip])
  assert.deepEqual(await laptop.resolves('-x', ip), ['phone.lan.'])
  assert.deepEqual(await laptop.resolves('nobody.lan'), [])
})

story('a device that moves to another link is admitted only there', async ({ tv, laptop, router }) => {
  const ip = await tv.join()
  const before = tv.routerLink ?? ''
  await tv.leave()
  const blocker = laptop.routerLink // Keeps a lower link name in use, so that the next one differs.
  await laptop.leave()
  await tv.join()
  assert.notEqual(tv.routerLink, before)
  assert.equal(tv.routerLink, blocker)
  assert.equal(await tv.address(), ip)
  assert.deepEqual(await tv.resolves('www.test'), [WEB])
  const map = JSON.stringify(await router.api('/nfmap/ethernet_filter'))
  assert.equal(map.split(tv.mac).length - 1, 1)
  await laptop.join()
})

story('a request for a lease in another device’s name is rejected', async ({ laptop, router }) => {
  const other = '192.168.2.102'
  await laptop.stopDhcp()
  await laptop.namespace.ip('addr flush dev wlan0')
  const ip = await laptop.lease(10_000, '-r', other)
  assert.notEqual(ip, other)
  assert.ok(await laptop.reaches(WEB, 80))
  assert.ok(router.daemon.running)
})
