import { spawn } from 'node:child_process'
import { readFileSync, watch, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { bandOf, channelOf, frequencyOf, type Mode } from '../../router/model/wifi/radios/channel.ts'
import { type ControlServer, serveControl } from './datagrams.ts'
import { type Air, readAir } from './mock.ts'

/**
 * A program in place of hostapd, for homes without radios: it answers the commands of the daemon from a file that tests write
 * (mock.ts), and sends events when stations in it come and go. Nothing is transmitted, and no passphrase is checked: that is
 * tested with the real hostapd in the virtual machine (lab/vm).
 *
 * `hostapd.ts FILE [-B] -P pidfile -g global-socket config`
 */
const [file = '', ...options] = process.argv.slice(2)
const [pidFile = '', global = ''] = ['-P', '-g'].map((flag) => options[options.indexOf(flag) + 1])
const configFile = options.at(-1) ?? ''

if (options.includes('-B')) startInBackground()
else serve(readFileSync(configFile, 'utf8'))

interface Network {
  readonly ssid: string
  readonly server: ControlServer
}

function startInBackground(): void {
  const { refusal } = readAir(file)
  if (refusal) {
    console.error(refusal)
    process.exit(1)
  }
  const argv = process.argv.slice(1).filter((word) => word !== '-B')
  const daemon = spawn(process.execPath, argv, { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  daemon.once('message', () => {
    writeFileSync(pidFile, `${daemon.pid}\n`)
    process.exit(0)
  })
  daemon.once('exit', () => process.exit(1))
}

function serve(config: string): void {
  const channel = Number(settings(config, 'channel')[0])
  const band = bandOf(settings(config, 'hw_mode')[0] as Mode, channel, false)
  const status: Record<string, string> = {
    state: 'ENABLED',
    phy: 'phy0',
    channel: String(channel),
    freq: String(frequencyOf(band, channel)),
  }
  const networks = new Map<string, Network>()

  const answer = (network: string, command: string): string => {
    const [word, ...words] = command.split(' ')
    const air = readAir(file)
    const stations = air.stations[network] ?? {}
    const macs = Object.keys(stations)
    const next = macs[word === 'STA-NEXT' ? macs.indexOf(words[0] ?? '') + 1 : 0]
    if (word === 'PING') return 'PONG\n'
    if (word === 'STATUS') return lines({ ...status, ...networksIn(networks, air), ...air.status })
    if (word === 'STA-FIRST' || word === 'STA-NEXT') return stationText(next, stations)
    if (word === 'STA') return stationText(words[0], stations)
    if (word === 'CHAN_SWITCH') {
      status.freq = words[1] ?? ''
      status.channel = String(channelOf(Number(words[1]))?.channel)
    }
    return 'OK\n'
  }

  /** Starts the networks of a configuration file; false if one of them runs already. */
  function add(text: string): boolean {
    const names = [...settings(text, 'interface'), ...settings(text, 'bss')]
    const [control] = settings(text, 'ctrl_interface')
    if (names.length === 0 || names.some((name) => networks.has(name))) return false
    for (const [index, name] of names.entries()) {
      const ssid = Buffer.from(settings(text, 'ssid2')[index] ?? '', 'hex').toString()
      networks.set(name, { ssid, server: serveControl(`${control}/${name}`, (command) => answer(name, command)) })
    }
    return true
  }

  function remove(name: string): boolean {
    networks.get(name)?.server[Symbol.dispose]()
    return networks.delete(name)
  }

  add(config)
  const globalServer = serveControl(global, (command) => {
    const [word, words = ''] = command.split(' ', 2)
    if (word === 'TERMINATE') setTimeout(() => process.exit(0), 20)
    if (word === 'INTERFACES') return [...networks.keys()].map((name) => `${name}\n`).join('')
    if (word === 'ADD') return result(add(readFileSync(words.replace(/^bss_config=[^:]*:/, ''), 'utf8')))
    if (word === 'REMOVE') return result(remove(words))
    return 'OK\n'
  })
  let before = readAir(file)
  watch(dirname(file), () => {
    const now = readAir(file)
    for (const [name, { server }] of networks)
      for (const event of eventsBetween(before, now, name)) server.emit(`<3>${event}`)
    before = now
  })
  process.on('exit', () => {
    for (const { server } of networks.values()) server[Symbol.dispose]()
    globalServer[Symbol.dispose]()
  })
  process.on('SIGTERM', () => process.exit(0))
  process.send?.('ready')
  process.disconnect?.()
}

/** Values of a name in the text of hostapd.conf(5), in order. */
function settings(config: string, name: string): string[] {
  return [...config.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

/** Fields of STATUS about the networks of the radio. */
const networksIn = (networks: ReadonlyMap<string, Network>, { stations }: Air): Record<string, string> =>
  Object.fromEntries(
    [...networks].flatMap(([name, { ssid }], index) => [
      [`bss[${index}]`, name],
      [`ssid[${index}]`, ssid],
      [`num_sta[${index}]`, String(Object.keys(stations[name] ?? {}).length)],
    ]),
  )

const result = (isDone: boolean): string => (isDone ? 'OK\n' : 'FAIL\n')

function eventsBetween(before: Air, now: Air, network: string): string[] {
  const [had = [], has = []] = [before, now].map(({ stations }) => Object.keys(stations[network] ?? {}))
  return [
    ...had.filter((mac) => !has.includes(mac)).map((mac) => `AP-STA-DISCONNECTED ${mac}`),
    ...has.filter((mac) => !had.includes(mac)).map((mac) => `AP-STA-CONNECTED ${mac}`),
    ...now.events.slice(before.events.length).flatMap((one) => (one.network === network ? [one.event] : [])),
  ]
}

const stationText = (mac: string | undefined, stations: Air['stations'][string]): string =>
  mac !== undefined && stations[mac] ? `${mac}\n${lines(stations[mac])}` : 'FAIL\n'

const lines = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
