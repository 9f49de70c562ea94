import { spawn } from 'node:child_process'
import { readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { bandOf, channelOf, frequencyOf, type Mode } from '../../router/features/radios/channel.ts'
import { serveControl } from './datagrams.ts'
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
  const settings = (name: string): string[] =>
    [...config.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const networks = [...settings('interface'), ...settings('bss')]
  const [[control = ''], [channel = '']] = [settings('ctrl_interface'), settings('channel')]
  const mode = settings('hw_mode')[0] as Mode
  const freq = String(frequencyOf(bandOf(mode, Number(channel), false), Number(channel)))
  const status: Record<string, string> = { state: 'ENABLED', phy: 'phy0', channel, freq }
  for (const [index, name] of networks.entries()) {
    status[`bss[${index}]`] = name
    status[`ssid[${index}]`] = Buffer.from(settings('ssid2')[index] ?? '', 'hex').toString()
  }

  const answer = (network: string, command: string): string => {
    const [word, ...words] = command.split(' ')
    const air = readAir(file)
    const stations = air.stations[network] ?? {}
    const macs = Object.keys(stations)
    const next = macs[word === 'STA-NEXT' ? macs.indexOf(words[0] ?? '') + 1 : 0]
    if (word === 'PING') return 'PONG\n'
    if (word === 'STATUS') {
      const counts = networks.map((name, index) => [
        `num_sta[${index}]`,
        String(Object.keys(air.stations[name] ?? {}).length),
      ])
      return lines({ ...status, ...Object.fromEntries(counts), ...air.status })
    }
    if (word === 'STA-FIRST' || word === 'STA-NEXT') return stationText(next, stations)
    if (word === 'STA') return stationText(words[0], stations)
    if (word === 'CHAN_SWITCH') {
      status.freq = words[1] ?? ''
      status.channel = String(channelOf(Number(words[1]))?.channel)
    }
    return 'OK\n'
  }

  const emitters = new Map(
    networks.map((name) => [name, serveControl(`${control}/${name}`, (command) => answer(name, command))]),
  )
  serveControl(global, (command) => {
    if (command === 'TERMINATE') setTimeout(() => process.exit(0), 20)
    return command === 'INTERFACES' ? `${networks.join('\n')}\n` : 'OK\n'
  })
  let before = readAir(file)
  watch(dirname(file), () => {
    const now = readAir(file)
    for (const [network, emit] of emitters) for (const event of eventsBetween(before, now, network)) emit(`<3>${event}`)
    before = now
  })
  process.on('exit', () => {
    for (const name of networks) rmSync(`${control}/${name}`, { force: true })
    rmSync(global, { force: true })
  })
  process.on('SIGTERM', () => process.exit(0))
  process.send?.('ready')
  process.disconnect?.()
}

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
