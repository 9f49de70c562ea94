import assert from 'node:assert/strict'
import { basic, exchange } from '../../contract/call.ts'
import { ECHO_PORT, HOSTS } from '../../guests/addresses.ts'
import { openStage } from '../../home/story.ts'

/** Undo over HTTP, of changes that the app's own stories do not undo. The radio is a mock (lab/radio). */
const { home, story } = await openStage(
  {
    tablet: { Policies: ['wan', 'dns'], DeviceTags: ['persona:kids'] },
    kiosk: { Policies: ['dns'], DeviceTags: ['shop'] },
  },
  { mockRadio: true },
)
const { router, tablet, kiosk } = home

async function send(method: string, path: string, body?: object) {
  const headers = { Authorization: basic(router.login), ...(body && { 'Content-Type': 'application/json' }) }
  const reply = await exchange(router.console, { method, path, headers, text: body ? JSON.stringify(body) : '' })
  const isJson = reply.headers['content-type']?.startsWith('application/json')
  return {
    status: reply.status,
    id: String(reply.headers['x-undo'] ?? ''),
    body: isJson ? JSON.parse(reply.text) : reply.text,
  }
}
/** A change that can be undone; returns a function that does it. */
async function changed(method: string, path: string, body?: object): Promise<() => Promise<void>> {
  const { status, id, body: reply } = await send(method, path, body)
  assert.equal(status, 200, reply)
  assert.notEqual(id, '', 'X-Undo')
  return async () => assert.equal((await send('PUT', '/undo', { Id: id })).status, 200)
}
const read = async (path: string) => (await send('GET', path)).body
const reaches = () => tablet.reaches(HOSTS[0]!, ECHO_PORT)

story('a schedule that was deleted blocks again', async () => {
  await home.gather()
  await router.uplinkAddress()
  assert.ok(await reaches())
  const Times = [{ Days: [1, 1, 1, 1, 1, 1, 1], Start: '00:00', End: '00:00' }]
  const rule = {
    Name: 'Bedtime',
    When: { Devices: [tablet.mac], Times },
    To: { Place: 'internet' },
    Do: { Kind: 'block' },
  }
  const { body, id } = await send('PUT', '/plugins/pfw/rules', rule)
  assert.ok(!(await reaches()))
  const undo = await changed('DELETE', `/plugins/pfw/rules/${body.Id}`)
  assert.ok(await reaches())
  await undo()
  assert.ok(!(await reaches()))
  // The rule is again what its creation left: that can be undone, too.
  assert.equal((await send('PUT', '/undo', { Id: id })).status, 200)
  assert.ok(await reaches())
  assert.deepEqual(await read('/plugins/pfw/rules'), [])
})

story('a firewall rule that was deleted permits its connection again, and an edit of it is undone', async () => {
  const shop = { RuleName: 'shop', Protocol: 'tcp', IP: HOSTS[0], Port: String(ECHO_PORT), Tags: ['shop'] }
  const passes = () => kiosk.reaches(HOSTS[0]!, ECHO_PORT)
  assert.ok(!(await passes()))
  const undoAdded = await changed('PUT', '/firewall/endpoint', shop)
  assert.ok(await passes())
  const undoEdited = await changed('PUT', '/firewall/endpoint', { ...shop, Port: '9' })
  assert.ok(!(await passes()))
  await undoEdited()
  assert.ok(await passes())
  const undoDeleted = await changed('DELETE', '/firewall/endpoint', { RuleName: 'shop' })
  assert.ok(!(await passes()))
  await undoDeleted()
  assert.ok(await passes())
  await undoAdded()
  assert.ok(!(await passes()))
})

story('a notification target that was deleted has its token again, which nothing shows', async () => {
  const way = { Server: 'https://ntfy.test', Topic: 'home', Token: 'tk_secret' }
  const { status, body } = await send('PUT', '/notify/targets', { Name: 'phone', Kind: 'ntfy', Ntfy: way })
  assert.equal(status, 200, body)
  const undoEdited = await changed('PUT', `/notify/targets/${body.Id}`, { Name: 'tablet', Ntfy: { ...way, Token: '' } })
  await undoEdited()
  const undo = await changed('DELETE', `/notify/targets/${body.Id}`)
  assert.deepEqual(await read('/notify/targets'), [])
  await undo()
  const targets = await read('/notify/targets')
  assert.deepEqual([targets[0].Name, targets[0].Ntfy.Token], ['phone', body.Ntfy.Token])
  assert.notEqual(targets[0].Ntfy.Token, '')
  for (const shown of [targets, await read('/audit')]) assert.doesNotMatch(JSON.stringify(shown), /tk_secret/)
})

story('settings of the packet log and the monitoring of the internet are restored', async () => {
  const [log, wan] = [await read('/firewall/logging'), await read('/wan/config')]
  const undoLog = await changed('PUT', '/firewall/logging', { ...log, WanOut: true })
  const undoWan = await changed('PUT', '/wan/config', { ...wan, FailoverEnabled: false })
  await undoLog()
  await undoWan()
  assert.deepEqual([await read('/firewall/logging'), await read('/wan/config')], [log, wan])
})

story('a persona that was deleted has its limit and its pause again', async () => {
  await send('PUT', '/parentalControls/personas', { Name: 'kids', DailyLimitMinutes: 90 })
  const undoPause = await changed('PUT', '/parentalControls/pause', { Tag: 'persona:kids', Minutes: 30 })
  assert.ok(!(await reaches()))
  const undo = await changed('DELETE', '/parentalControls/personas', { Name: 'kids' })
  assert.ok(await reaches())
  await undo()
  assert.ok(!(await reaches()))
  assert.equal((await read('/parentalControls/personas'))[0].DailyLimitMinutes, 90)
  await undoPause()
  assert.ok(await reaches())
})

story('a guest network that was removed has its name and passphrase again', async () => {
  await send('PUT', '/wifi/guest', { Ssid: 'Visitors', Passphrase: 'come on in' })
  const undo = await changed('DELETE', '/wifi/guest')
  assert.equal((await read('/wifi/guest')).Enabled, false)
  await undo()
  const { Enabled, Ssid, Passphrase } = await read('/wifi/guest')
  assert.deepEqual({ Enabled, Ssid, Passphrase }, { Enabled: true, Ssid: 'Visitors', Passphrase: 'come on in' })
})

story('a rule of alerts that was muted notifies again', async () => {
  const { RuleId } = (await read('/alerts'))[0]
  const undo = await changed('PUT', '/alerts/mutes', { RuleId, Seconds: 3600 })
  assert.equal((await read('/alerts/mutes')).length, 1)
  await undo()
  assert.deepEqual(await read('/alerts/mutes'), [])
})

story('a change that was changed again cannot be undone', async () => {
  const { id } = await send('PUT', '/wifi/guest', { Ssid: 'Visitors', Passphrase: 'another one' })
  await send('PUT', '/wifi/guest', { Ssid: 'Visitors', Passphrase: 'the newest one' })
  const { status, body } = await send('PUT', '/undo', { Id: id })
  assert.equal(status, 409, body)
  assert.equal((await read('/wifi/guest')).Passphrase, 'the newest one')
})
