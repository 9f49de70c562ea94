import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyOfForward } from '../../../model/firewall/config/configrule.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { disableUnreachable, unreachable } from './target.ts'

const remarks = { RuleName: '', Disabled: false, Description: '' }
const forwardTo = (DstIP: string, Description = '') => ({
  ...remarks,
  Description,
  Protocol: 'tcp' as const,
  SrcIP: '0.0.0.0/0',
  SrcPort: '8080',
  DstIP,
  DstPort: '80',
})

async function openHome() {
  const memory = openMemoryFacts()
  await memory.change((draft) => {
    draft.interfaces.put('wan0', {
      Name: 'wan0',
      Type: 'Uplink',
      Subtype: 'ethernet',
      Enabled: true,
      AdditionalIPs: [{ IP: '203.0.113.8/24', Router: '' }],
    })
    draft.uplinkLeases.put('wan0', { link: 'wan0', address: '203.0.113.7/24', router: '203.0.113.1', routes: [] })
    draft.set('formerSubnets', [{ TinyNets: ['10.9.0.0/24'], LeaseTime: '24h0m0s' }])
    const behind = { Interface: 'br0', SrcIP: '172.18.0.0/16', RouteDst: '', Policies: [], Groups: [], Tags: [] }
    draft.customInterfaces.put('br0', { ...remarks, ...behind })
  })
  return memory
}

test('a port can be forwarded only to possible addresses of devices and of custom interfaces', async () => {
  const { change } = await openHome()
  await change((draft) => {
    const reasonFor = (ip: string) => unreachable(ip, draft)?.reason.code
    for (const ip of ['192.168.2.2', '192.168.2.254', '10.9.0.6', '172.18.0.5'])
      assert.equal(reasonFor(ip), undefined, ip)
    for (const ip of ['192.168.2.1', '192.168.2.5', '203.0.113.7', '203.0.113.8'])
      assert.equal(reasonFor(ip), 'dns.resolverIsRouter', ip)
    for (const ip of ['192.168.2.0', '192.168.2.7', '192.168.2.255', '10.9.0.3'])
      assert.equal(reasonFor(ip), 'firewall.forwardToNoDevice', ip)
    for (const ip of ['8.8.8.8', '192.168.3.2', '203.0.113.1', '172.19.0.5', '255.255.255.255'])
      assert.equal(reasonFor(ip), 'firewall.forwardToElsewhere', ip)
  })
})

test('a forward to an unreachable address is disabled with the reason, and others stay', async () => {
  const { facts, change } = await openHome()
  const rules = [forwardTo('192.168.7.2', 'web'), forwardTo('192.168.2.6'), { ...forwardTo('8.8.8.8'), Disabled: true }]
  await change((draft) => {
    for (const rule of rules) draft.forwards.put(keyOfForward(rule), rule)
    disableUnreachable(draft)
  })
  assert.deepEqual(
    [...facts.forwards.values()],
    [
      {
        ...rules[0],
        Disabled: true,
        Description: 'web (disabled by the router: 192.168.7.2 is neither in the home nor behind a custom interface)',
      },
      ...rules.slice(1),
    ],
  )
  const long = forwardTo('192.168.7.2', 'x'.repeat(256))
  await change((draft) => {
    draft.forwards.put('long', long)
    disableUnreachable(draft)
  })
  assert.equal(facts.forwards.get('long')?.Description.length, 256)
})
