import assert from 'node:assert/strict'
import { WEB } from '../guests/addresses.ts'
import { type Credentials, stationLinkOf } from '../home/air.ts'
import { openWitness } from '../probes/witness.ts'
import { until } from '../process/until.ts'
import { openRadioStories, type RadioHome } from './household.ts'

const story = await openRadioStories('isolation', {
  attacker: { Policies: ['wan', 'dns'], PSKEntry: { Type: 'sae', Psk: '' } },
  /** WPA2 does not protect it from forged disconnections. */
  victim: { Policies: ['wan', 'dns'], PSKEntry: { Type: 'wpa', Psk: '' }, listens: [8009] },
})

const PORT = '7777'
const passphraseOf = ({ mac }: { mac: string }, Type: Credentials['Type']): Credentials => ({
  Type,
  Psk: `passphrase of ${mac}`,
})
const untilGone = ({ router }: RadioHome, mac: string) =>
  until('the station to be gone', async () => !(await stationLinkOf(router.namespace, mac)), 10_000)

story('frames of a station reach no other station, neither by unicast nor by broadcast', async (home) => {
  const { attacker, victim } = home
  const ip = await attacker.join()
  const target = await victim.join()
  await using arrived = await openWitness(victim.namespace, `ip saddr ${ip}`)
  // Past the router: directly to the hardware address of the victim.
  await attacker.namespace.ip(
    `neigh replace ${target} lladdr ${victim.mac} dev wlan0`,
    `route add ${target}/32 dev wlan0`,
  )
  assert.ok(!(await attacker.pings(victim)))
  await attacker.try('ping', '-b', '-c', '2', '-W', '1', '-I', 'wlan0', '255.255.255.255')
  await attacker.try('ping', '-c', '2', '-W', '1', '-I', 'wlan0', '224.0.0.1')
  assert.equal(await arrived.packets(), 0)
  await attacker.namespace.ip(`route del ${target}/32 dev wlan0`, `neigh del ${target} dev wlan0`)
  for (const device of [attacker, victim]) await home.configure(device, { Groups: ['family'] })
  assert.ok(await attacker.pings(victim), 'through the router, in a group')
  assert.ok((await arrived.packets()) > 0)
  for (const device of [attacker, victim]) await home.configure(device, { Groups: [] })
  assert.ok(!(await attacker.pings(victim)))
})

story('a broadcast of the router on one link reaches only the station of that link', async (home) => {
  const { attacker, victim, router } = home
  await using atVictim = await openWitness(victim.namespace, 'ip daddr 255.255.255.255')
  await using atAttacker = await openWitness(attacker.namespace, 'ip daddr 255.255.255.255')
  await router.namespace.outcome(['ping', '-b', '-c', '2', '-W', '1', '-I', victim.routerLink!, '255.255.255.255'])
  assert.ok((await atVictim.packets()) > 0)
  assert.equal(await atAttacker.packets(), 0)
})

// CVE-2022-47522: the access point sends what it has buffered for an address to any station that connects with that address.
story('replies to a station are not sent to another one that uses its MAC address', async (home) => {
  const { attacker, victim, internet, router, air } = home
  await using received = await openWitness(attacker.namespace, `ip saddr ${WEB}`)
  await using answered = await openWitness(router.namespace, `ip saddr ${WEB} udp sport ${PORT}`)
  const server = internet.namespace.start(['socat', '-d', '-d', 'STDIO', `UDP4-LISTEN:${PORT},bind=${WEB}`])
  // A datagram that arrives before is lost.
  await server.line('listening')
  const client = victim.namespace.start(['socat', 'STDIO', `UDP4:${WEB}:${PORT}`])
  client.write('question\n')
  await server.line('question')
  // The kernel keeps a connection with an answer long enough for all attempts.
  server.write('first answer\n')
  await client.line('first answer')
  await attacker.leave()
  await air.stop(victim.namespace)
  await untilGone(home, victim.mac)
  for (const type of ['sae', 'wpa'] as const)
    assert.ok(!(await air.connects(attacker.namespace, victim.mac, passphraseOf(attacker, type))), type)
  server.write('second answer\n')
  // A passphrase that holds for any address: that of the guests.
  await router.api('/wifi/guest', { Ssid: 'Guests', Passphrase: 'come on in' })
  const guest: Credentials = { ssid: 'Guests', Type: 'sae', Psk: 'come on in' }
  assert.ok(await air.getsIn(attacker.namespace, victim.mac, guest))
  server.write('third answer\n')
  await until('the answers at the router', async () => (await answered.packets()) >= 3)
  assert.equal(await received.packets(), 0)
  await air.stop(attacker.namespace)
  await router.api('/wifi/guest', undefined, 'DELETE')
  assert.ok(await air.getsIn(victim.namespace, victim.mac, passphraseOf(victim, 'wpa')))
  await victim.stopDhcp()
  await victim.lease()
  await until('the internet', () => victim.fetch('http://www.test/'))
  for (const program of [server, client]) await program.stop()
})
