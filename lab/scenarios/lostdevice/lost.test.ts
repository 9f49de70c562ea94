import assert from 'node:assert/strict'
import { after } from 'node:test'
import { basic, exchange } from '../../contract/call.ts'
import { WEB } from '../../guests/addresses.ts'
import { newKeys } from '../../guests/peer.ts'
import { openRoadWarrior, type PeerConfig } from '../../guests/roadwarrior.ts'
import { openStage } from '../../home/story.ts'
import { until } from '../../process/until.ts'

/** A phone with a session, a wifi passphrase and a VPN key is stolen. */
const { home, story } = await openStage({ phone: { Policies: ['wan', 'dns'] }, laptop: { Policies: ['wan', 'dns'] } })
const { router, phone, laptop, internet } = home
const road = await openRoadWarrior(internet, home.dir)
after(() => road[Symbol.asyncDispose]())

const device = () => `?identity=${phone.mac}`
const PASSPHRASE = 'Old#Passphrase22'
const API = 'http://192.168.2.1'
type Listed = { readonly Sessions: { readonly Id: string; readonly Likely: boolean }[]; readonly Vpn: boolean }

/** The status of a call with a bearer token, from a device. */
const statusFor = async (from: typeof phone, token: string): Promise<string> => {
  const words = ['-s', '-m', '5', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Authorization: Bearer ${token}`]
  return (await from.try('curl', ...words, `${API}/devices`)).stdout
}
const signIn = async (from: typeof phone): Promise<string> => {
  const answer = await from.try('curl', '-s', '-m', '10', '-u', 'admin:open sesame', '-X', 'PUT', `${API}/session`)
  return (JSON.parse(answer.stdout) as { Token: string }).Token
}

let config: PeerConfig
let [stolen, kept] = ['', '']

story('the phone has a session, and connects by wifi and through the VPN', async () => {
  await home.gather()
  await router.uplinkAddress()
  stolen = await signIn(phone)
  kept = await signIn(laptop)
  assert.deepEqual([await statusFor(phone, stolen), await statusFor(laptop, kept)], ['200', '200'])
  const { PublicKey, PrivateKey } = await newKeys(router)
  await router.api(`/device${device()}`, { WGPubKey: PublicKey, PSKEntry: { Type: 'sae', Psk: PASSPHRASE } })
  config = (await router.api('/plugins/wireguard/peer', { PublicKey, AllowedIPs: '' })) as PeerConfig
  config = { ...config, Interface: { ...config.Interface, PrivateKey } }
  assert.ok(await phone.reaches(WEB, 80))
  await phone.leave()
  await road.connect(config)
  await until('the tunnel', () => road.reaches(WEB, 80))
})

story('one call ends the session, the passphrase and the VPN key, and cannot be undone', async () => {
  const { Sessions, Vpn } = (await router.api(`/device/lost${device()}`)) as Listed
  assert.equal(Vpn, true)
  const likely = Sessions.filter(({ Likely }) => Likely).map(({ Id }) => Id)
  assert.equal(likely.length, 1)
  const answer = await exchange(router.console, {
    ...{ method: 'PUT', path: `/device/lost${device()}`, text: JSON.stringify({ Sessions: likely }) },
    headers: { Authorization: basic('admin:open sesame') },
  })
  assert.deepEqual(JSON.parse(answer.text), {
    Ended: [
      { Kind: 'session', Name: 'admin' },
      { Kind: 'passphrase', Name: 'phone' },
      { Kind: 'vpn', Name: 'phone' },
    ],
  })
  assert.equal(answer.headers['x-undo'], undefined, 'undo would restore the old passphrase')
  assert.deepEqual([await statusFor(laptop, stolen), await statusFor(laptop, kept)], ['401', '200'])
  assert.ok(!(await road.reaches(WEB, 80)))
  await road.disconnect()
  await road.connect(config)
  assert.ok(!(await road.reaches(WEB, 80)), 'the key is not accepted again')
})

story(
  'the passphrase is another one; stations that use the old one are tested with hostapd in the virtual machine',
  async () => {
    await router.prove()
    const { PSKEntry, WGPubKey } = (await router.api(`/device${device()}`)) as {
      readonly PSKEntry: { readonly Type: string; readonly Psk: string }
      readonly WGPubKey: string
    }
    assert.match(PSKEntry.Psk, /^[A-HJ-NP-Za-km-z2-9=#%+*-]{16}$/)
    assert.deepEqual([PSKEntry.Type, PSKEntry.Psk === PASSPHRASE, WGPubKey], ['sae', false, ''])
    assert.ok(await laptop.reaches(WEB, 80))
  },
)
