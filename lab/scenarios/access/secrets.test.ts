import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatSiteText } from '../../../router/features/vpn/sites/text.ts'
import { EXAMPLE_KEY } from '../../../router/model/home/phones/contract.ts'
import { openDatabase } from '../../../router/store/database.ts'
import { vaultWith } from '../../../router/store/vault.ts'
import { basic, callWell, exchange } from '../../contract/call.ts'
import { mayCall, nameOf, OPERATIONS } from '../../contract/roles.ts'
import { disclosedBy, type Secret, secretsIn } from '../../contract/secrets.ts'
import { ALL } from '../../contract/tables.ts'
import { openStage } from '../../home/story.ts'
import { openListener } from '../../probes/listener.ts'

/**
 * A router with a secret of every kind. Every operation that reads is called by the owner, a viewer, a parent, and with a token that
 * may read everything. What they receive, and the events for the viewer and the parent, contain no secret.
 */
const data = '/run/secretive'
const { home, story } = await openStage(
  {
    desk: { wired: true, Policies: ['wan', 'dns', 'api'] },
    tablet: {
      wired: true,
      AllowWired: true,
      Policies: ['wan', 'dns'],
      Groups: ['children'],
      PSKEntry: { Type: 'sae', Psk: 'planted of the tablet' },
    },
  },
  { data, mockRadio: true, secondUplink: true, limitMs: 300_000 },
)
const { router, desk, tablet } = home
const PASSWORD = 'planted password of users'

const WIREGUARD_KEY = '2LpDfh8o76RjUn/y4c7cQgCcCXA85s47/gVAdem3bBI='
const TUNNEL = [
  ...['[Interface]', 'PrivateKey = 6KVVbcmXanU/6mByHy17eNO9DXe9BQJWOyaA204JYH4=', 'Address = 10.2.0.2/32', '[Peer]'],
  ...['PublicKey = w9bfMAfqRnLjnlHofX+JSzaRDADrW1tvyW1UWzXJjrg=', 'Endpoint = 198.51.100.7:51820'],
  ...['PresharedKey = HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ=', 'AllowedIPs = 0.0.0.0/0'],
].join('\n')
const SITE = formatSiteText({
  PublicKey: randomBytes(32).toString('base64'),
  Secret: randomBytes(32).toString('base64'),
  Endpoint: '198.51.100.9:51281',
  Networks: ['192.168.90.0/24'],
})
const PUSH = {
  Endpoint: 'https://push.nowhere.test/one',
  P256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  Auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const MAIL = { Host: 'mail.nowhere.test', From: 'router@example.org', To: ['ada@example.org'], User: 'ada' }

// biome-ignore format: a table
const PLANTED: readonly (readonly [path: string, body?: unknown, method?: 'GET'])[] = [
  ['/device?identity=pending', { Name: 'new', PSKEntry: { Type: 'sae', Psk: 'planted of a new device' } }],
  ['/link/config', { Name: 'wlan0', Type: 'Other' }],
  ['/uplink/wifi', { Iface: 'wlan0', Networks: [{ SSID: 'cafe', Password: 'planted of a cafe' }] }],
  ['/link/config', { Name: 'wlan0', Type: 'AP' }],
  ['/hostapd/wlan0/config', { Country_code: 'DE', Ssid: 'Home' }],
  ['/wifi/guest', { Ssid: 'Guests', Passphrase: 'planted of guests' }],
  ['/uplink/ppp', { Iface: 'wan1', Enabled: false, Username: 'ada@isp', Secret: 'planted of the provider', VLAN: '7' }],
  ['/vpn/tunnels/oslo', { Config: TUNNEL, Enabled: false }],
  ['/vpn/sites/cabin', { Enabled: false, Endpoint: 'home.example.org:51281' }],
  ['/vpn/sites/cabin', { Text: SITE }],
  ['/plugins/wireguard/peer', { PublicKey: WIREGUARD_KEY, Endpoint: 'home.example.org:51280' }],
  ['/firewall/enableTLS', {}],
  ['/plugins/dyndns/config', { Provider: 'dyndns2', Server: 'nowhere.test', Email: 'ada', Password: 'planted-of-dyndns', LoginToken: 'planted-token-of-dyndns', Domains: [{ DomainName: 'example.org', SubDomains: ['home'] }], IpUrl: '' }],
  ['/integrations/mqtt', { Host: 'nowhere.test', Username: 'ada', Password: 'planted of mqtt' }],
  ['/integrations/nats', { Host: 'nowhere.test', Username: 'ada', Password: 'planted of nats' }],
  ['/integrations/nats', { Username: '', Password: '', Token: 'planted token of nats' }],
  ['/notify/targets', { Name: 'Hook', Kind: 'webhook', Webhook: { URL: 'https://hook.nowhere.test/', Secret: 'planted of a webhook' } }],
  ['/notify/targets', { Name: 'ntfy', Kind: 'ntfy', Ntfy: { Server: 'https://ntfy.nowhere.test', Topic: 'home', Token: 'planted_of_ntfy' } }],
  ['/notify/targets', { Name: 'Mail', Kind: 'email', Email: { ...MAIL, Password: 'planted of mail' } }],
  ['/notify/targets', { Name: 'Push', Kind: 'push', Push: PUSH }],
  ['/notify/settings', undefined, 'GET'],
  ['/alerts_register_ios', { DeviceId: '6A2F41A3-C54C-FCE5-32D2-0324E1C32E22', DeviceToken: 'ab'.repeat(32), PublicKey: EXAMPLE_KEY }],
  ['/plusToken', 'planted_of_plus_0123456789012345678901234567'.slice(0, 40)],
  ['/startPlusExtension', 'PFW'],
  ['/plugins/pfw/variable/away', 'yes'],
  ['/backup/remote/key', undefined, 'GET'],
  ['/backup/remote', { Kind: 'webdav', URL: 'https://cloud.nowhere.test/', User: 'ada', Password: 'planted of backups', Enabled: false }],
  ['/automations/evening', { Source: 'every(1440, () => console.log("planted in a script"))', Scopes: [] }],
  ['/plugins/sample', { Name: 'sample', URI: 'sample', Enabled: false, InstallTokenPath: '/configs/plugins/sample/token', ScopedPaths: ['/devices:r'] }],
  ['/otp_recovery'],
  ['/dns/hostnames/nas.lan', { IPAddress: '192.168.2.77' }],
]

/** Paths of operations with parameters, for this home. Those of the tables of the contract are called as well. */
const paths: Record<string, readonly string[]> = {
  '/automations/{name}': ['/automations/evening'],
  '/automations/{name}/log': ['/automations/evening/log'],
  '/audit': ['/audit?limit=1000'],
  '/device': [`/device?identity=${tablet.mac}`, '/device?identity=pending'],
  '/device/lost': [`/device/lost?identity=${tablet.mac}`],
  '/events': ['/events?num=1000', `/events?device=${tablet.mac}&topic=nft:drop:`],
  '/explain': [`/explain?from=${tablet.mac}&to=internet&port=443`],
  '/plugins/db/bucket/{topic}': ['/plugins/db/bucket/device:update'],
  '/plugins/db/items/{topic}': ['/plugins/db/items/device:update', '/plugins/db/items/config:change'],
  '/plugins/db/stats/{topic}': ['/plugins/db/stats/device:update'],
  '/plugins/lookup/classification/{mac}': [`/plugins/lookup/classification/${tablet.mac}`],
  '/plugins/lookup/classification/{mac}/signals': [`/plugins/lookup/classification/${tablet.mac}/signals`],
  '/traffic_usage': [`/traffic_usage?device=${tablet.mac}`],
  '/services': [`/services?identity=${tablet.mac}`],
  '/traffic/device/{identity}': [`/traffic/device/${tablet.mac}`],
}
/** Operations without an answer, and why. */
const UNANSWERED: Readonly<Record<string, string>> = {
  '/setup GET': 'the router is set up',
}
/** Replies that a token with the right to read their path has, because they are the secret itself. */
const READ_BY_TOKENS = [
  ...['/alerts_register_ios: phones DeviceToken', '/automations/evening: automations Source'],
  ...['/plusToken: plus SealedToken', '/wifi/guest: radios Guest.Passphrase'],
]
/** The same for the owner, who also sends a one-time code. */
const READ_BY_OWNERS = [
  ...READ_BY_TOKENS,
  ...['/backup/key: backup RecoveryKey', '/tokens: tokens Sealed'],
  ...[`/device?identity=${tablet.mac}`, '/device?identity=pending'].map((path) => `${path}: devices PSKEntry.Psk`),
]
/** Where the router stores the secrets of this home. */
// biome-ignore format: a list
const PLACES = [
  'automations Source', 'backup RecoveryKey', 'devices PSKEntry.Psk', 'dyndns SealedLoginToken', 'dyndns SealedPassword',
  'mqtt SealedPassword', 'nats SealedToken', 'notifyTargets Way.Settings.Auth', 'notifyTargets Way.Settings.Password',
  'notifyTargets Way.Settings.Secret', 'notifyTargets Way.Settings.Token', 'otp SigningSecret', 'otpUsers Sealed',
  'peers PresharedKey', 'phones DeviceToken', 'plus SealedToken', 'ppps Secret', 'radios Guest.Passphrase',
  'recoveryCodes Digests', 'remoteBackup SealedPassword', 'remoteBackup SealedPrivateKey', 'sessions Csrf',
  'sessions Password', 'sessions key', 'sites Peer.Secret', 'sites PrivateKey', 'sites Secret', 'tls authority.key', 'tls server.key',
  'tokens Sealed', 'tokens key', 'tunnels Peer.PresharedKey', 'tunnels PrivateKey', 'users PasswordHash', 'vapid PrivateKey',
  'vpn PrivateKey', 'wifiUplinks Networks.Password',
]
const FORM = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

const reads = OPERATIONS.filter(({ method, details }) => method === 'GET' && !details.effects)
const pathsOf = (path: string): string[] => {
  const others = ALL.filter(
    ([method, other, , status]) =>
      method === 'GET' && status === 200 && other.length < 200 && FORM(path).test(other.split('?')[0] ?? ''),
  )
  return [
    ...new Set([...(paths[path] ?? []), ...others.map(([, other]) => other), ...(path.includes('{') ? [] : [path])]),
  ]
}

interface Answer {
  readonly path: string
  readonly operation: string
  readonly status: number
  readonly text: string
}
/** Calls every operation that reads. */
async function readAll(headers: Readonly<Record<string, string>>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const operation of reads)
    for (const path of pathsOf(operation.path)) {
      const { status, text } = await exchange(router.console, { method: 'GET', path, headers })
      answers.push({ path, operation: nameOf(operation), status, text })
    }
  return answers
}

/** Secrets that only callers have: the router stores their hashes or digests. */
const given: Secret[] = [
  { place: 'the password of users', value: PASSWORD },
  { place: 'the password of the administrator', value: 'open sesame' },
]
const note = (place: string, ...values: string[]) => given.push(...values.map((value) => ({ place, value })))
const ROLES = { viewer: 'alex', parent: 'robin' } as const
const received: Record<string, readonly string[]> = {}
const answers: Record<string, Answer[]> = {}
let secrets: Secret[] = []
let reader = ''

story('an owner stores a secret of every kind, and the events of it are sent to the other users', async () => {
  await desk.join()
  await tablet.join()
  await router.prove()
  note('the proof of a code', router.proof ?? '')
  await router.api('/users/alex', { Role: 'viewer', Password: PASSWORD })
  await router.api('/users/robin', { Role: 'parent', Groups: ['children'], Password: PASSWORD })
  const own = (name: string, path: string, body?: unknown) =>
    callWell(router.console, { method: 'PUT', path, body, login: `${name}:${PASSWORD}` }) as Promise<
      Record<string, string>
    >
  const sockets = await Promise.all(
    Object.values(ROLES).map(async (name) => {
      const socket = await openListener(router.console, '/ws_events_all')
      socket.send(`${name}:${PASSWORD}`)
      assert.equal(await socket.next(), 'success')
      return socket
    }),
  )
  for (const name of Object.values(ROLES)) {
    await own(name, '/otp_register', { Name: name })
    note('the token of a session', (await own(name, '/session')).Token!)
    note('the CSRF token of a session', (await own(name, '/session/cookie')).CsrfToken!)
  }
  const refused: string[] = []
  for (const [path, body, method = 'PUT'] of PLANTED) {
    const { status, body: reply } = await router.ask({ path, body, method })
    if (status !== 200) refused.push(`${method} ${path} gave ${status} ${reply}`)
    else if (path === '/otp_recovery') note('a recovery code', ...(reply as { Codes: string[] }).Codes)
  }
  assert.deepEqual(refused, [])
  reader = ((await router.api('/tokens', { Name: 'reader', ScopedPaths: ['/:r'] })) as { Token: string }).Token
  await router.api(`/device?identity=${tablet.mac}`, { PSKEntry: { Type: 'sae', Psk: 'planted of the tablet' } })
  for (const [index, role] of Object.keys(ROLES).entries()) {
    await sockets[index]!.event('device:update')
    received[role] = sockets[index]!.received
  }
  for (const socket of sockets) await socket[Symbol.asyncDispose]()
})

story('every operation that reads is called by everyone', async () => {
  assert.notDeepEqual(await tablet.resolves('www.test'), [])
  const [event] = (await router.api('/plugins/db/bucket/device:update')) as { Key: string }[]
  paths['/plugins/db/bucket/{topic}/{key}'] = [`/plugins/db/bucket/device:update/${event!.Key}`]
  paths['/plugins/dns/log/queries'] = [`/plugins/dns/log/queries?client=${await tablet.address()}`]
  paths['/plugins/dns/log/history/{ip}'] = [`/plugins/dns/log/history/${await tablet.address()}`]
  const asUser = (name: string) => ({ Authorization: basic(`${name}:${PASSWORD}`) })
  answers.owner = await readAll({ Authorization: basic(router.login), 'X-JWT-OTP': router.proof ?? '' })
  answers.viewer = await readAll(asUser(ROLES.viewer))
  answers.parent = await readAll(asUser(ROLES.parent))
  answers.token = await readAll({ Authorization: `Bearer ${reader}` })
  const isAnswered = (caller: string, name: string) =>
    answers[caller]!.some(({ operation, status }) => operation === name && status === 200)
  const unanswered = reads.map(nameOf).filter((name) => !isAnswered('owner', name))
  assert.deepEqual(unanswered, Object.keys(UNANSWERED))
  const refused = (['viewer', 'parent'] as const).flatMap((caller) =>
    reads
      .filter((operation) => mayCall(caller, operation) && !isAnswered(caller, nameOf(operation)))
      .map((operation) => `${caller}: ${nameOf(operation)}`),
  )
  assert.deepEqual(
    refused.filter((line) => !line.endsWith(' /setup GET')),
    [],
  )
})

story('the store of the router has a secret of every kind, some of which only the owner may read', async () => {
  await router.kill()
  using database = openDatabase(join(data, 'state.db'))
  const key = Buffer.from(readFileSync(join(data, 'vault.key'), 'utf8').trim(), 'base64url')
  const stored = secretsIn(database.load(), vaultWith(key))
  assert.deepEqual([...new Set(stored.map(({ place }) => place))].sort(), PLACES.toSorted())
  secrets = [...stored, ...given]
  assert.deepEqual(disclosed('owner'), READ_BY_OWNERS.toSorted())
})

/** `path: place`, of every secret that was in a reply. */
const disclosed = (caller: string): string[] =>
  [
    ...new Set(
      answers[caller]!.flatMap(({ path, text }) => disclosedBy(text, secrets).map(({ place }) => `${path}: ${place}`)),
    ),
  ].sort()

story('no reply to a viewer or a parent has a secret, and to a token only those that it asks for', async () => {
  assert.deepEqual(disclosed('viewer'), [])
  assert.deepEqual(disclosed('parent'), [])
  assert.deepEqual(disclosed('token'), READ_BY_TOKENS.toSorted())
})

story('no event for a viewer or a parent has a secret', async () => {
  for (const role of Object.keys(ROLES)) {
    assert.ok(received[role]!.length > 1, `${received[role]!.length} events for the ${role}`)
    assert.deepEqual(disclosedBy(received[role]!.join('\n'), secrets), [])
  }
})
