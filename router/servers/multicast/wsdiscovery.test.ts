import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openNames } from './names.ts'
import { permittedWsDiscovery } from './wsdiscovery.ts'

const SENDER = { mac: '02:00:00:00:00:01', ip: '192.168.2.6' }
const ACTION = 'http://schemas.xmlsoap.org/ws/2005/04/discovery/'
/** More than a multicast packet can have. */
const SPACES = ' '.repeat(9000)

const permitted = (body: string) =>
  permittedWsDiscovery(
    Buffer.from(`<s:Envelope>${body}</s:Envelope>`),
    SENDER,
    openNames({ now: () => 0, chosenFor: () => undefined }),
  )
const hello = (address: string): string =>
  `<a:Action> ${ACTION}Hello </a:Action><a:EndpointReference> <a:Address> ${address} </a:Address></a:EndpointReference>`

test('white space around an action and an identity does not count', () => {
  assert.equal(permitted(hello('urn:uuid:1'))?.kind, 'announcement')
  assert.equal(permitted(`<a:Action>\n${ACTION}Probe\n</a:Action>`)?.kind, 'question')
})

test('a packet of white space is read in time that grows with its length, not with the third power of it', () => {
  for (const body of [
    `<a:Action>${SPACES}`,
    `<a:Action>${SPACES}x<`,
    `${hello('urn:uuid:1')}<a:EndpointReference>${SPACES}<a:Address>${SPACES}`,
    `${hello('urn:uuid:1')}<d:XAddrs>${SPACES}`,
  ])
    assert.equal(
      permittedWsDiscovery(
        Buffer.from(`<s:Envelope>${body}`),
        SENDER,
        openNames({ now: () => 0, chosenFor: () => undefined }),
      ),
      undefined,
    )
})
