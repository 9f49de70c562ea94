import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RuleInput } from '../../../model/firewall/rules/pfwrule.ts'
import { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import { join, openHome } from './explain.fixture.ts'

const [PHONE, PHONE_IP, LAPTOP_IP] = ['02:00:00:00:00:01', '192.168.2.6', '192.168.2.10']
const INTERNET = '203.0.113.9'
const PROXY = { Name: 'Look', When: { Devices: [PHONE] }, Do: { Kind: 'proxy', Plugin: 'mitmproxy' } }

/** A home with a phone whose web connections are sent to a plugin, and a laptop. `rules` come before that rule. */
async function open({
  rules = [] as object[],
  Policies = ['wan', 'dns'] as ('wan' | 'dns')[],
  Enabled = true,
  exit = false,
} = {}) {
  const { explain } = await openHome((draft) => {
    join(draft, PHONE, PHONE_IP, { Name: 'phone', Policies })
    join(draft, '02:00:00:00:00:02', LAPTOP_IP, { Name: 'laptop', Policies })
    draft.plugins.put(
      'mitmproxy',
      KeptPlugin.parse({
        ...{ Name: 'mitmproxy', Enabled, Rights: [], Revision: '', TokenKey: '' },
        NetworkCapabilities: { Interface: 'plg0', Subnet: '172.30.0.0/28', Policies: ['wan', 'dns'] },
      }),
    )
    for (const [Order, input] of [...rules, PROXY].entries()) {
      const Id = String(Order)
      draft.pfwRules.put(Id, { ...RuleInput.parse(input), Id, Order, Skips: [], Number: 0 })
      draft.pfwStates.put(Id, { id: Id, holds: true, until: undefined, skipped: [] })
    }
    if (exit)
      draft.exits.put('away', {
        ...{ Name: 'away', Number: 1, Traffic: 'all', Devices: [PHONE], Groups: [], Tags: [] },
        ...{ Tunnels: [], Networks: [], Domains: [] },
      })
  })
  return async (from: string, to: string, port: number, proto?: 'tcp' | 'udp') => {
    const { Text, LedTo } = await explain(from, to, port, proto)
    return LedTo ? `${LedTo.IP}:${LedTo.Port} ${Text}` : Text
  }
}

test('web connections of a device are sent to the plugin; others and those of other devices are not', async () => {
  const explain = await open()
  for (const port of [80, 443])
    assert.equal(
      await explain(PHONE_IP, INTERNET, port),
      `172.30.0.2:8080 Phone may open this to ${INTERNET}, which leads to the plugin mitmproxy at port 8080: the rule Look allows it.`,
    )
  assert.match(await explain(PHONE_IP, INTERNET, 22), /^Phone may open this to [\d.]+: its policy/)
  assert.match(await explain(LAPTOP_IP, INTERNET, 443), /^Laptop may open this to [\d.]+: its policy/)
  assert.match(await explain(PHONE_IP, LAPTOP_IP, 443), /is refused: it has no policy/)
  assert.match(await explain(PHONE_IP, '172.30.0.2', 8080), /is refused/)
  assert.match(await explain(PHONE_IP, '192.168.2.1', 80), /may open this to the router/)
})

test('a rule sends connections to another address, and permits them in the order of rules', async () => {
  const Networks = [`${INTERNET}/32`]
  const redirect = (Do: object, To: object = {}) => ({
    ...{ Name: 'Cloud', When: { Devices: [PHONE] }, To: { Place: 'listed', Networks, ...To } },
    Do: { Kind: 'redirect', ...Do },
  })
  // Without policies, and before the rule for web connections.
  const explain = await open({
    rules: [redirect({ IP: LAPTOP_IP, Port: 8443 }, { Protocol: 'tcp', Port: '443' })],
    Policies: [],
  })
  const sent = `${LAPTOP_IP}:8443 Phone may open this to ${INTERNET}, which leads to laptop at port 8443: the rule Cloud allows it.`
  assert.equal(await explain(PHONE_IP, INTERNET, 443), sent)
  for (const [to, port, proto] of [
    [INTERNET, 80, 'tcp'],
    [INTERNET, 443, 'udp'],
    ['203.0.113.10', 443, 'tcp'],
    [LAPTOP_IP, 8443, 'tcp'],
  ] as const)
    assert.match(await explain(PHONE_IP, to, port, proto), /is refused/, `${to} ${proto} ${port}`)
  assert.match(await explain(LAPTOP_IP, INTERNET, 443), /is refused/)

  const same = await open({ rules: [redirect({ IP: '203.0.113.77' })] })
  for (const proto of ['tcp', 'udp'] as const)
    assert.match(
      await same(PHONE_IP, INTERNET, 123, proto),
      /^203\.0\.113\.77:\S+ Phone may open this .* the rule Cloud allows it/,
    )
  const block = (To: object) => ({ Name: 'Bedtime', When: { Devices: [PHONE] }, To, Do: { Kind: 'block' } })
  for (const To of [{}, { Place: 'listed', Networks: [LAPTOP_IP] }, { Place: 'home' }]) {
    const asleep = await open({ rules: [block(To), redirect({ IP: LAPTOP_IP })] })
    assert.match(
      await asleep(PHONE_IP, INTERNET, 443),
      /is refused: it is blocked by the rule Bedtime/,
      JSON.stringify(To),
    )
    const allowed = await open({ rules: [redirect({ IP: LAPTOP_IP }), block(To)] })
    assert.match(await allowed(PHONE_IP, INTERNET, 443), /the rule Cloud allows it/, JSON.stringify(To))
  }
  // A tunnel does not matter for an address of the home.
  const through = await open({ rules: [redirect({ IP: LAPTOP_IP })], exit: true })
  assert.match(await through(PHONE_IP, INTERNET, 443), /leads to laptop.* the rule Cloud allows it/)
})

test('HTTP/3 is refused, so that programs use TCP', async () => {
  const explain = await open()
  assert.match(await explain(PHONE_IP, INTERNET, 443, 'udp'), /is refused: the rule Look .* does not receive HTTP\/3/)
})

test('without the plugin, web connections are refused, and the reason names it', async () => {
  const explain = await open({ Enabled: false })
  assert.match(
    await explain(PHONE_IP, INTERNET, 443),
    /is refused: the rule Look sends its web connections to the plugin mitmproxy, which is disabled or deleted/,
  )
  assert.match(await explain(PHONE_IP, INTERNET, 22), /may open this/)
})

test('a device gets no permission by the plugin that it does not have', async () => {
  const noInternet = await open({ Policies: ['dns'] })
  assert.match(await noInternet(PHONE_IP, INTERNET, 443), /is refused: it has no policy/)
  const bedtime = { Name: 'Bedtime', When: { Devices: [PHONE] }, Do: { Kind: 'block' } }
  const asleep = await open({ rules: [bedtime] })
  assert.match(await asleep(PHONE_IP, INTERNET, 443), /^What phone .* is refused: it is blocked by the rule Bedtime/)
})

test('traffic that has to leave through a tunnel is not sent to the plugin, whose connections do not', async () => {
  const explain = await open({ exit: true })
  assert.match(await explain(PHONE_IP, INTERNET, 443), /^What phone sends .* is refused/)
})

test('an earlier rule that allows a connection keeps it from the plugin', async () => {
  const bank = { ...PROXY, Name: 'Bank', To: { Place: 'listed', Networks: [`${INTERNET}/32`] }, Do: { Kind: 'allow' } }
  const explain = await open({ rules: [bank] })
  assert.match(await explain(PHONE_IP, INTERNET, 443), /^Phone may open this to [\d.]+: the rule Bank allows it/)
  assert.match(await explain(PHONE_IP, '203.0.113.10', 443), /^172.30.0.2:8080/)
})
