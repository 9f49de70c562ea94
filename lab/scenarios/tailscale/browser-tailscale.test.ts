import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { LOGGED_OUT, openLocalDouble } from '../../../plugins/tailscale/localapi.fixture.ts'
import { openLocalApi } from '../../../plugins/tailscale/localapi.ts'
import { createPlugin } from '../../../plugins/tailscale/server.ts'
import { openPluginTrial } from '../../../router/servers/http/plugins/plugin.fixture.ts'
import { violationsOn } from '../../browser/axe.ts'
import { noBrowser, openBrowserHere } from '../../browser/browser.ts'
import { photograph } from '../../browser/picture.ts'
import { until } from '../../process/until.ts'

/** The page of the Tailscale plugin, in a sandboxed frame, with a double of tailscaled. The real one is in lab/tailnet. */
const skip = noBrowser()
const webRoot = mkdtempSync(join(tmpdir(), 'app-'))
after(() => rmSync(webRoot, { recursive: true }))

/** In place of the admin app: it shows the frame, and sends the session in its address. */
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>App</title><script src="/app.js"></script>')
writeFileSync(
  join(webRoot, 'app.js'),
  `const { session, token, colorScheme } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
   addEventListener('message', ({ data, source }) => {
     if (data.type === 'plugin-ui:ready')
       source.postMessage({ type: 'plugin-ui:session', pluginURI: 'tailscale', token, colorScheme }, '*')
   })
   addEventListener('DOMContentLoaded', () => {
     document.documentElement.style.colorScheme = colorScheme
     const frame = document.createElement('iframe')
     frame.title = 'Tailscale'
     frame.sandbox = 'allow-scripts allow-forms allow-downloads allow-modals'
     frame.style = 'border: 0; width: 100%; height: 95vh'
     frame.src = '/admin/custom_plugin/tailscale/?session=' + session
     document.body.append(frame)
   })`,
)

const RUNNING = {
  ...LOGGED_OUT,
  BackendState: 'Running',
  TailscaleIPs: ['100.64.0.1'],
  CurrentTailnet: { Name: 'example.com' },
  Self: { AllowedIPs: ['100.64.0.1/32', '192.168.2.10/32'] },
  Peer: {
    'nodekey:1': {
      ...{ HostName: 'traveller', DNSName: 'traveller.example.', OS: 'linux', TailscaleIPs: ['100.64.0.2'] },
      ...{ CurAddr: '81.2.69.66:41641', Relay: 'lab', Active: true, Online: true, InNetworkMap: true },
    },
  },
}
const DEVICES = {
  a: { Name: 'laptop', RecentIP: '192.168.2.6' },
  b: { Name: 'printer', RecentIP: '192.168.2.10' },
}

test('the owner logs in, offers a device, sees who reaches it, and logs out', { skip }, async () => {
  await using trial = await openPluginTrial({ webRoot })
  await using local = await openLocalDouble()
  const router = createServer(({ url = '' }, response) => {
    const Passes = url.includes('to=192.168.2.10&')
    const Text = Passes ? 'They share the group “office”.' : 'They share no group.'
    response.end(JSON.stringify(url === '/devices' ? DEVICES : { Passes, Text }))
  })
  after(() => router.close())
  await new Promise<void>((resolve) => router.listen(0, '127.0.0.1', resolve))
  const tokenFile = `${local.socket}.token`
  const origin = `http://127.0.0.1:${(router.address() as AddressInfo).port}`
  await trial.add('tailscale', createPlugin(openLocalApi(local.socket), { tokenFile, origin, from: '172.30.0.2' }))
  const plugin = trial.facts.plugins.get('tailscale')!
  const { token, sessionId } = trial.uiSessions.begin(plugin, { name: 'admin', kind: 'user', address: '' })

  await using browser = await openBrowserHere()
  const page = await browser.newPage({ viewport: { width: 900, height: 1100 } })
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('dialog', (dialog) => void dialog.accept())
  const open = (colorScheme: string) =>
    page.goto(
      `http://127.0.0.1:${trial.port}/?${colorScheme}#session=${sessionId}&token=${token}&colorScheme=${colorScheme}`,
    )
  await open('light')
  const frame = page.frameLocator('iframe')
  const shown = (text: string | RegExp) => frame.getByText(text).first().waitFor()
  const button = (name: string) => frame.getByRole('button', { name, exact: true })
  const look = async (name: string) => {
    await photograph(page, `tailscale-${name}`)
    assert.deepEqual(await violationsOn(page.frames()[1]!), [], name)
  }

  await shown('Not logged in.')
  await look('login')
  await frame.getByLabel('Control server').fill('https://headscale.example.com')
  await frame.getByLabel('Name of this household').fill('my home')
  await button('Log in').click()
  await shown('Hostname: must be letters, digits and hyphens')
  await frame.getByLabel('Name of this household').fill('home')
  local.held.status = { ...LOGGED_OUT, AuthURL: 'https://headscale.example.com/auth/1' }
  await button('Log in').click()
  await until('the address', async () => (await frame.getByLabel('Log-in address').inputValue()).endsWith('/auth/1'))
  assert.ok(await frame.getByLabel('Auth key').isHidden())
  await look('address')

  local.held.status = RUNNING
  local.held.prefs = { ...local.held.prefs, ControlURL: 'https://headscale.example.com', Hostname: 'home' }
  await shown('Connected to example.com as home (100.64.0.1), control server headscale.example.com.')
  await shown(/To list devices here, give the plugin the policy "api"/)
  await frame.getByLabel('Addresses and ranges').fill('192.168.2.10\n8.8.8.8')
  await button('Save').click()
  await shown(/"8\.8\.8\.8" is not a private IPv4 address/)
  writeFileSync(tokenFile, 'secret\n')
  await frame.getByLabel('Addresses and ranges').fill('192.168.2.10')
  await button('Save').click()
  await shown('192.168.2.10/32: permitted in the tailnet')
  await shown('permitted: They share the group “office”.')
  await shown('refused: They share no group.')
  await frame.getByLabel('Offer laptop').check()
  await shown(/192\.168\.2\.6\/32: not yet permitted/)
  assert.equal(await frame.getByLabel('Addresses and ranges').inputValue(), '192.168.2.10/32\n192.168.2.6/32')
  assert.ok(await frame.getByLabel('Offer printer').isChecked())
  await frame.getByRole('row', { name: /traveller 100\.64\.0\.2 online direct/ }).waitFor()
  await look('running')
  await open('dark')
  await shown(/Connected to/)
  await look('running-dark')

  await button('Log out').click()
  await until('the log-out', () => local.calls.some(({ path }) => path === 'logout'))
  assert.deepEqual(errors, [])
})
