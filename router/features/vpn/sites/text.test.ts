import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { Invalid } from '../../../errors.ts'
import { newKeyPair, newPresharedKey } from '../wireguard/keys.ts'
import { fingerprintOf, presharedKeyOf, tunnelAddressOf } from './ends.ts'
import { formatSiteText, parseSiteText } from './text.ts'

const home = {
  PublicKey: newKeyPair().publicKey,
  Secret: newPresharedKey(),
  Endpoint: 'home.example.org:51281',
  Networks: ['192.168.2.0/24', '10.8.0.0/16'],
}
const refused = (text: string, message: RegExp) =>
  assert.throws(
    () => parseSiteText(text),
    (error) => error instanceof Invalid && error.field === 'Text' && message.test(String(error.phrase)),
  )
/** A text with any contents and the right checksum. */
const forged = (payload: unknown): string => {
  const body = `sallyport-site-1:${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
  return `${body}.${createHash('sha256').update(body).digest('hex').slice(0, 8)}`
}
const payload = { key: home.PublicKey, secret: home.Secret, endpoint: '', networks: ['192.168.2.0/24'] }

test('a text is one line, and survives the line breaks of a mail program', () => {
  const text = formatSiteText(home)
  assert.match(text, /^[A-Za-z0-9:._-]+$/)
  assert.deepEqual(parseSiteText(text), home)
  assert.deepEqual(parseSiteText(`  ${text.replaceAll(/.{40}/g, '$&\r\n')}\n`), home)
})

test('a text that was cut anywhere, or altered, is refused with words', () => {
  const text = formatSiteText(home)
  for (let length = 'sallyport-site-1:'.length; length < text.length; length++)
    refused(text.slice(0, length), /^is incomplete or altered: copy the whole line again$/)
  for (let length = 0; length < 'sallyport-site-1:'.length; length++)
    refused(text.slice(0, length), /^is not the text of another Sallyport, which begins with sallyport-site-$/)
  for (let at = 17; at < text.length; at++)
    refused(text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1), /^is incomplete or altered/)
  refused(text.slice(5), /^is not the text of another Sallyport/)
  refused(text.replace('site-1:', 'site-2:'), /^has the version 2, and this router reads version 1/)
})

test('contents that would lead the traffic of the home elsewhere are refused', () => {
  assert.ok(parseSiteText(forged(payload)))
  for (const networks of [['0.0.0.0/0'], ['0.0.0.0/1'], ['203.0.113.0/24'], ['10.0.0.0/7'], ['fd00::/8'], ['x'], []])
    refused(forged({ ...payload, networks }), /^has networks that are not private/)
  for (const wrong of [
    ...[{ key: 'AAAA' }, { key: `${home.PublicKey}\n` }, { secret: '' }, { secret: undefined }, { endpoint: 'x' }],
    ...[{ endpoint: 'a b:1' }, { endpoint: 'x:70000' }, { networks: undefined }, { networks: '10.0.0.0/8' }],
  ])
    refused(forged({ ...payload, ...wrong }), /^has /)
  for (const wrong of [null, 1, 'x', []]) refused(forged(wrong), /^has invalid contents/)
})

test('both homes compute the same preshared key, for which one half is not enough', () => {
  const end = () => ({ publicKey: newKeyPair().publicKey, secret: newPresharedKey() })
  const [here, there] = [end(), end()]
  assert.equal(presharedKeyOf(here, there), presharedKeyOf(there, here))
  assert.equal(Buffer.from(presharedKeyOf(here, there), 'base64').length, 32)
  for (const other of [
    { ...there, secret: newPresharedKey() },
    { ...there, publicKey: newKeyPair().publicKey },
  ])
    assert.notEqual(presharedKeyOf(here, other), presharedKeyOf(here, there))
})

test('the address in the tunnel and the fingerprint follow from the key', () => {
  for (let count = 0; count < 100; count++)
    assert.match(tunnelAddressOf(newKeyPair().publicKey), /^198\.1[89]\.\d+\.\d+$/)
  assert.equal(tunnelAddressOf(home.PublicKey), tunnelAddressOf(home.PublicKey))
  assert.match(fingerprintOf(home.PublicKey), /^([0-9a-f]{4}-){5}[0-9a-f]{4}$/)
})
