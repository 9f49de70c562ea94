import assert from 'node:assert/strict'
import { WEB } from '../../guests/addresses.ts'
import { openStories } from '../../home/story.ts'
import { openWitness } from '../../probes/witness.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns', 'lan', 'lan_upstream'], listens: [22] },
  printer: { wired: true, Policies: ['lan'], listens: [9100] },
})

story('IPv6 is closed: towards the router, through it, and between devices', async (home) => {
  const { laptop, printer, internet, router } = home
  await home.gather()
  assert.ok(await laptop.reaches(WEB, 80), 'while IPv4 works')

  const link = laptop.routerLink ?? ''
  const [end] = JSON.parse(await router.namespace.run(['ip', '-j', 'link', 'show', 'dev', link]))
  // The neighbour entry of the router is set, not resolved, so that packets are sent in any case.
  await laptop.namespace.ip(
    'addr add 2001:db8:1::2/128 dev wlan0 nodad',
    `neigh add fe80::1 lladdr ${end.address} dev wlan0`,
    'route add default via fe80::1 dev wlan0',
  )
  // Even with IPv6 switched on behind the daemon's back, the rules let nothing of it through.
  assert.equal(await router.namespace.run(['ip', '-6', 'addr', 'show', 'dev', link]), '')
  for (const name of ['all', 'default', link, 'lan0', 'wan0'])
    await router.namespace.run([
      'sysctl',
      '-qw',
      `net/ipv6/conf/${name}/disable_ipv6=0`,
      `net/ipv6/conf/${name}/forwarding=1`,
    ])
  await router.namespace.ip(`addr add fe80::1/64 dev ${link} nodad`, 'route add 2001:db8:1::3/128 dev lan0')
  await printer.namespace.ip('addr add 2001:db8:1::3/128 dev eth0 nodad')
  await using atRouter = await openWitness(router.namespace, 'ip6 saddr 2001:db8:1::2')
  await using outside = await openWitness(internet.namespace, 'ip6 saddr 2001:db8:1::2')
  await using atPrinter = await openWitness(printer.namespace, 'ip6 saddr 2001:db8:1::2')

  for (const target of ['fe80::1%wlan0', '2001:db8:2::10', '2001:db8:1::3'])
    assert.notEqual((await laptop.try('ping', '-6', '-c', '1', '-W', '1', target)).code, 0, target)
  assert.notEqual((await laptop.try('curl', '-6', '-s', '-m', '1', 'http://[fe80::1%25wlan0]/')).code, 0)
  assert.ok((await atRouter.packets()) >= 2, 'they did leave')
  assert.equal(await outside.packets(), 0)
  assert.equal(await atPrinter.packets(), 0)
})
