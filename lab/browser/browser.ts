import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { HouseholdDevice } from '../guests/device.ts'
import type { Router } from '../guests/router.ts'
import type { Namespace } from '../home/namespace.ts'
import { until } from '../process/until.ts'

/** Disables Chromium's own network traffic. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic']

/** The full browser. */
export const CHROMIUM = '/usr/bin/chromium'
const SHELL = '/usr/bin/chromium-headless-shell'

/**
 * The browser that tests are walked through in: where it is installed, Chromium's shell without any window, which draws and
 * runs pages as the whole does with less than half of its work. Policies, and apps that are installed, are for the whole.
 */
export const BROWSER = existsSync(SHELL) ? SHELL : CHROMIUM

/** The reason why no browser can be started on this machine, or undefined. */
export const noBrowser = (program = BROWSER): string | undefined =>
  existsSync(program) ? undefined : `${program} is not installed (Debian package chromium)`

/**
 * Chromium on a household device that has joined: the link, the resolver and the view of the router that the device has. It
 * aborts its requests when its machine gets another address, so all addresses have to be assigned before. A process cannot be moved to
 * the network of another home, so each home starts its own, for 0.4 s of processor time.
 */
export async function openBrowser(
  device: HouseholdDevice,
  program = BROWSER,
  args: readonly string[] = [],
): Promise<Browser> {
  await until(`the addresses of ${device.name} to settle`, () => isSettled(device))
  return await openBrowserHere(launcherIn(device.namespace, program), args)
}

/** Chromium on any machine of the home. */
export const openBrowserIn = (namespace: Namespace, program = BROWSER): Promise<Browser> =>
  openBrowserHere(launcherIn(namespace, program))

/** Chromium on this machine, outside of all homes. */
export const openBrowserHere = (program = BROWSER, args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: program,
    args: [...QUIET, '--no-first-run', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', ...args],
  })

/** Writes a script that starts the browser in the namespace, with its own home directory, and returns its path. */
function launcherIn(namespace: Namespace, program: string): string {
  const home = join(namespace.dir, 'browser')
  mkdirSync(home, { recursive: true })
  const launcher = join(home, 'launcher')
  const words = namespace.enter(['env', `HOME=${home}`, program]).map((word) => `'${word}'`)
  writeFileSync(launcher, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 })
  return launcher
}

/** Makes browsers on that device trust an authority (PEM) from their next start on. */
export function trust({ namespace }: HouseholdDevice, authority: string): void {
  const chromium = join(namespace.dir, 'etc/chromium')
  rmSync(chromium, { recursive: true, force: true })
  mkdirSync(join(chromium, 'policies/managed'), { recursive: true })
  const CACertificates = [authority.replace(/-----[^-]+-----|\s/g, '')]
  writeFileSync(join(chromium, 'policies/managed/authority.json'), JSON.stringify({ CACertificates }))
}

/** Enables HTTPS on the router, and makes browsers on that device trust its authority from their next start on. */
export async function trustRouter(device: HouseholdDevice, router: Router): Promise<void> {
  await router.api('/firewall/enableTLS', undefined, 'PUT')
  trust(device, await device.run('curl', '-s', '-m', '3', 'http://192.168.2.1/cert'))
}

/** Whether the link has its link-local IPv6 address, if the kernel has IPv6, and no address is tentative. */
async function isSettled({ namespace, link }: HouseholdDevice): Promise<boolean> {
  const off = await namespace.outcome(['cat', `/proc/sys/net/ipv6/conf/${link}/disable_ipv6`])
  const addresses = await namespace.run(['ip', 'address', 'show', 'dev', link])
  const awaitsOwn = off.code === 0 && off.stdout.trim() === '0' && !/inet6 fe80:/.test(addresses)
  return !awaitsOwn && !/\btentative\b/.test(addresses)
}

/**
 * Requests are aborted when a page is left, when the addresses of the machine or of its router change, and while the machine has no
 * address.
 */
const ABORTED = [
  'net::ERR_ABORTED',
  'net::ERR_NETWORK_CHANGED',
  'net::ERR_INTERNET_DISCONNECTED',
  'net::ERR_ADDRESS_UNREACHABLE',
]

/**
 * What a page says or does that it should not, in the order it happens: errors and warnings, also of the content policy;
 * answers that refuse, as `GET /setup 400`; talk with anybody but `origin`.
 */
export function watch(page: Page, origin: string): string[] {
  const complaints: string[] = []
  const { host } = new URL(origin)
  const visit = (url: string): void => {
    if (new URL(url).host !== host) complaints.push(`it asked for ${url}`)
  }
  page.on('request', (request) => visit(request.url()))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (!ABORTED.includes(reason)) complaints.push(`${request.method()} ${request.url()} ${reason}`)
  })
  page.on('websocket', (socket) => visit(socket.url()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // Calls that the router rejected are reported below with their path.
    const isRefusal = message.text().startsWith('Failed to load resource')
    // The session has ended while the connection for events was opened.
    const isLeft = message.text().includes('WebSocket is closed before the connection is established')
    const isAborted = ABORTED.some((reason) => message.text().endsWith(reason))
    if (['error', 'warning'].includes(message.type()) && !isRefusal && !isLeft && !isAborted)
      complaints.push(message.text())
  })
  page.on('response', (answer) => {
    const request = answer.request()
    if (answer.status() >= 400)
      complaints.push(`${request.method()} ${new URL(request.url()).pathname} ${answer.status()}`)
  })
  return complaints
}
