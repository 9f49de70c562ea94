import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import { publicAddress } from './address.ts'

/** The public address, or the reason for none, of a router behind another one that gets this answer from `IpUrl`. */
async function answered(text: string): Promise<string> {
  const machine = fakeMachine()
  machine.answerTexts(() => text)
  const uplink = { link: 'wan', address: '10.0.0.2/24', router: '10.0.0.1', well: true }
  const found = await publicAddress(
    { uplinks: () => [uplink as never], machine, resolve: async () => '203.0.113.9', authorities: [] },
    { IpUrl: 'https://ip.example/', IpUrls: [] },
  )
  return 'address' in found ? found.address : String(found.reason)
}

test('the address may be alone or in a sentence or page, also several times', async () => {
  assert.equal(await answered('198.51.100.7\n'), '198.51.100.7')
  assert.equal(await answered('<body>Current IP Address: 198.51.100.7</body>'), '198.51.100.7')
  assert.equal(await answered('{"ip":"198.51.100.7","origin":"198.51.100.7"}'), '198.51.100.7')
})

test('a page with several addresses, or with none, is no answer', async () => {
  assert.match(
    await answered('<p>Checking 198.51.100.7. Our resolvers: 192.0.2.53</p>'),
    /the answer contains more than one IPv4 address/,
  )
  assert.match(await answered('<p>Just a moment, version 1.2.3.400</p>'), /the answer contains no IPv4 address/)
  assert.match(await answered('192.168.1.7'), /the answer is 192\.168\.1\.7, a private address/)
})
