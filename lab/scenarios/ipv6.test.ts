import assert from 'node:assert/strict'
import { WEB } from '../guests/addresses.ts'
import { openStories } from '../story.ts'
import { openWitness } from '../witness.ts'

const story = await openStories({
  laptop: { Policies: ['wan', 'dns', 'lan', 'lan_upstream'], listens: [22] },
  printer: { wired: true, Policies: ['lan'], listens: [9100] },
})

story('IPv6 is closed: towards the router, through it, and between devices', async (home) => {
  const { laptop, printer, internet, router } = home
  await home.gather()
  assert.ok(await laptop.reaches(WEB, 80), 'while IPv4 works')

  const linkLocal = async (link: string) => {
    const [found] = JSON.parse(await router.namespace.run(['ip', '-j', '-6', 'addr', 'show', 'dev', link]))
    return found?.addr_info[0]?.local as string | undefined
  }
  const gateway = (await linkLocal(laptop.routerLink ?? '')) ?? 'fe80::1'
  await laptop.namespace.ip(
    '-6 addr add 2001:db8:1::2/64 dev wlan0 nodad',
    `-6 route add default via ${gateway} dev wlan0`,
  )
  await printer.namespace.ip('-6 addr add 2001:db8:1::3/64 dev eth0 nodad')
  await internet.namespace.ip('-6 addr add 2001:db8:2::10/64 dev provider nodad')
  await using outside = await openWitness(internet.namespace, 'meta nfproto ipv6 ip6 saddr 2001:db8:1::/64')
  await using atPrinter = await openWitness(printer.namespace, 'ip6 saddr 2001:db8:1::2')

  for (const target of [`${gateway}%wlan0`, 'ff02::1%wlan0', '2001:db8:2::10', '2001:db8:1::3'])
    assert.notEqual((await laptop.try('ping', '-6', '-c', '1', '-W', '1', target)).code, 0, target)
  assert.equal((await laptop.try('curl', '-6', '-s', '-m', '1', `http://[${gateway}%25wlan0]/`)).code === 0, false)
  assert.equal(await outside.packets(), 0)
  assert.equal(await atPrinter.packets(), 0)
})
