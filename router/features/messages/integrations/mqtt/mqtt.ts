import type { Core } from '../../../../core.ts'
import { FailedAttempt, Unavailable } from '../../../../errors.ts'
import type { DialTarget } from '../../../../machine/dial.ts'
import type { MqttMessage, MqttOptions, MqttSession } from '../../../../machine/messaging.ts'
import { type Device, isDisabled, isPending } from '../../../../model/home/devices/device.ts'
import type { UplinkStatus } from '../../../../model/internet/uplinks/status.ts'
import type { IntegrationStatus, IntegrationTest } from '../../../../model/messages/integrations/contract.ts'
import type { MqttSettings } from '../../../../model/messages/integrations/settings.ts'
import { phrase } from '../../../../phrases/phrase.ts'
import type { Entry } from '../../../../store/table.ts'
import type { Ip } from '../../../../values/ip.ts'
import { isDeviceConnected } from '../../../home/map/connected.ts'
import { openConnection } from '../connection.ts'
import { type LastMessage, statusOf } from '../status.ts'
import type { Server } from '../target.ts'
import { tryServer } from '../trial.ts'
import { openCommands } from './commands.ts'
import { AT_HOME, AWAY, deviceConfig, routerConfig } from './discovery.ts'
import { openOutbox } from './outbox.ts'
import { configTopic, levelOf, topicsOf } from './topics.ts'

/** After a change of the facts, so that one message covers a burst of them. */
const SOON_MS = 250
const TRAFFIC_MS = 60_000
/** The removal of what was published, and the end of a connection, take so long at most. */
const LEAVE_MS = 5000
/** The same while the router stops. */
const STOP_MS = 1000

/** The connection to an MQTT broker, with what Home Assistant discovers there. */
export interface Mqtt extends AsyncDisposable {
  /** Called with the entries of each committed change. */
  learn(entries: readonly Entry[]): void
  status(): IntegrationStatus
  test(settings: MqttSettings): Promise<IntegrationTest>
  /** Publishes a message below the base topic, or to `topic` itself. Rejects with a reason for the owner. */
  publish(topic: string, text: string): Promise<void>
}

interface Deps
  extends Pick<Core, 'facts' | 'change' | 'clock' | 'bus' | 'vault' | 'network' | 'version' | 'onFailure'> {
  readonly uplinks: () => readonly UplinkStatus[]
  /** Bytes of the internet by address, as the device receives and sends them. */
  readonly traffic: () => Promise<ReadonlyMap<Ip, { readonly received: number; readonly sent: number }>>
  readonly hostName: () => string
  readonly targetOf: (server: Server) => Promise<DialTarget>
  readonly connect: (target: DialTarget, options: MqttOptions) => Promise<MqttSession>
}

export function openMqtt(deps: Deps): Mqtt {
  const { facts, clock, bus, vault, network, uplinks, traffic, hostName, version, targetOf, connect } = deps
  const commands = openCommands(deps)
  const outbox = openOutbox({ clock, onFailure: (reason) => connection.fail(reason) })
  /** The announced devices by their level in topics. */
  const announced = new Map<string, Device>()
  /** Every link that was an uplink since the connection was opened. */
  const seenLinks = new Set<string>()
  let totals = new Map<Ip, { readonly received: number; readonly sent: number; readonly at: number }>()
  let published = 0
  let lastPublished: LastMessage | undefined
  let soon: Disposable | undefined
  let minute: Disposable | undefined

  const present = (): MqttSettings | undefined => {
    const settings = facts.setting('mqtt')
    return settings.Enabled ? settings : undefined
  }

  const connection = openConnection<MqttSettings, MqttSession>({
    ...{ name: 'mqtt', clock, bus, settings: present },
    connect: (settings) => open(settings, true),
    onOpen(session, settings) {
      outbox.open(session)
      refresh(settings)
      void subscribe(session, settings)
      void measure(settings)
    },
    async onLeave(session, settings, next) {
      minute?.[Symbol.dispose]()
      if (next === 'stopping') return await end(session, settings, STOP_MS)
      await forget(session, settings, next)
    },
  })

  async function open(settings: MqttSettings, isLasting: boolean): Promise<MqttSession> {
    const { Username: username, SealedPassword, ClientId } = settings
    const password = SealedPassword && vault.open(SealedPassword)
    const { status } = topicsOf(settings)
    const target = await targetOf(settings)
    try {
      return await connect(target, {
        ...{ username, password },
        clientId: `sallyport-${ClientId}${isLasting ? '' : '-test'}`,
        ...(isLasting && {
          will: { topic: status, text: 'offline' },
          onMessage: (message) => receive(message, settings),
        }),
      })
    } catch (error) {
      throw refusalOf(error)
    }
  }

  async function subscribe(session: MqttSession, settings: MqttSettings): Promise<void> {
    const { presences, commands } = topicsOf(settings)
    try {
      // The broker sends the retained messages of earlier connections: those of devices that were deleted since are removed.
      if (settings.Discovery) await session.subscribe(presences)
      if (settings.Discovery && settings.Control) await session.subscribe(commands)
    } catch (error) {
      if (connection.session() === session) connection.fail(error)
    }
  }

  function receive({ topic, text, retain }: MqttMessage, settings: MqttSettings): void {
    const topics = topicsOf(settings)
    const known = topics.levelIn(topic, 'presence')
    if (known !== undefined && retain && text !== '' && !announced.has(known)) withdraw(known, settings)
    const level = topics.levelIn(topic, 'internet/set')
    const device = level === undefined ? undefined : announced.get(level)
    // A retained command is an old one.
    if (device && settings.Control && !retain) commands.take(device.MAC || device.WGPubKey, text, settings.Host)
  }

  function withdraw(level: string, settings: MqttSettings): void {
    const topics = topicsOf(settings)
    for (const topic of [
      configTopic(settings, level),
      ...(['presence', 'internet', 'traffic'] as const).map((state) => topics.device(level, state)),
    ])
      outbox.remove(topic)
    announced.delete(level)
  }

  /** Publishes what has changed. */
  function refresh(settings: MqttSettings): void {
    const topics = topicsOf(settings)
    outbox.set(topics.status, 'online')
    if (!settings.Discovery) return
    const { members } = network()
    const now = new Set<string>()
    for (const [identity, device] of facts.devices) {
      if (isPending(identity)) continue
      const level = levelOf(identity)
      now.add(level)
      if (announced.get(level)?.Name !== device.Name || !announced.has(level))
        outbox.set(configTopic(settings, level), deviceConfig(device, settings, version))
      announced.set(level, device)
      const isOnVpn = facts.vpnPeers.get(device.WGPubKey)?.online === true
      outbox.set(topics.device(level, 'presence'), isDeviceConnected(members.get(identity), isOnVpn) ? AT_HOME : AWAY)
      outbox.set(topics.device(level, 'internet'), hasInternet(device) ? 'ON' : 'OFF')
    }
    for (const level of announced.keys()) if (!now.has(level)) withdraw(level, settings)
    refreshUplinks(settings)
  }

  function refreshUplinks(settings: MqttSettings): void {
    const topics = topicsOf(settings)
    const states = uplinks()
    const links = states.map(({ Iface }) => Iface)
    for (const link of links) seenLinks.add(link)
    const former = [...seenLinks].filter((link) => !links.includes(link))
    outbox.set(configTopic(settings, 'router'), routerConfig({ name: hostName(), links, former }, settings, version))
    for (const { Iface, Up } of states) outbox.set(topics.uplink(Iface), Up ? 'ON' : 'OFF')
    for (const link of former) outbox.set(topics.uplink(link), '')
  }

  /** Publishes the traffic of each device once a minute. */
  async function measure(settings: MqttSettings): Promise<void> {
    const session = connection.session()
    minute?.[Symbol.dispose]()
    minute = clock.after(TRAFFIC_MS, () => {
      refresh(settings)
      void measure(settings)
    })
    if (!settings.Discovery) return
    const now = await traffic().catch(() => undefined)
    if (!now || connection.session() !== session || session === undefined) return
    const at = clock.now()
    const before = totals
    totals = new Map([...now].map(([ip, counts]) => [ip, { ...counts, at }]))
    for (const [level, { RecentIP }] of announced) {
      const counts = totals.get(RecentIP)
      if (counts) outbox.set(topicsOf(settings).device(level, 'traffic'), trafficText(before.get(RecentIP), counts))
    }
  }

  /** Removes what was published, unless the new settings publish it too. */
  async function forget(session: MqttSession, settings: MqttSettings, next: MqttSettings | undefined): Promise<void> {
    const places = [settings, next].map(
      (one) => one && [one.Host, one.Port, one.BaseTopic, one.DiscoveryPrefix, one.Discovery].join(),
    )
    const isSame = places[0] === places[1]
    if (!isSame || settings.Control !== next?.Control) {
      announced.clear()
      seenLinks.clear()
    }
    if (!isSame) await outbox.clear(session, LEAVE_MS)
    await end(session, isSame ? settings : undefined, LEAVE_MS)
  }

  /** Ends a connection in order. The broker does not publish the will then, so the status of these settings is set here. */
  async function end(session: MqttSession, settings: MqttSettings | undefined, limitMs: number): Promise<void> {
    let limit: Disposable | undefined
    const ended = (async () => {
      if (settings) await session.publish({ topic: topicsOf(settings).status, text: 'offline', retain: true })
      await session.end()
    })().catch(() => undefined)
    await Promise.race([ended, new Promise<void>((resolve) => (limit = clock.after(limitMs, resolve)))])
    limit?.[Symbol.dispose]()
  }

  const refreshSoon = (): void => {
    soon ??= clock.after(SOON_MS, () => {
      soon = undefined
      const settings = present()
      if (settings && connection.session()) refresh(settings)
    })
  }
  const subscriptions = ['wan:uplink:up', 'wan:uplink:down'] as const
  const watched = subscriptions.map((topic) => bus.subscribe(topic, refreshSoon))

  return {
    learn(entries) {
      if (entries.some(({ table, key }) => table === 'settings' && key === 'mqtt')) connection.update()
      if (connection.session()) refreshSoon()
    },
    status() {
      const last = [outbox.last, lastPublished].reduce((one, other) =>
        (other?.at ?? 0) > (one?.at ?? 0) ? other : one,
      )
      const counts = { sent: outbox.sent + published, queued: outbox.waiting, dropped: 0, last }
      return statusOf(connection.state(), counts)
    },
    test: (settings) =>
      tryServer(settings, async () => {
        using session = await open(settings, false)
        await session.publish({ topic: topicsOf(settings).test, text: 'test', retain: false })
        await session.end()
      }),
    async publish(topic, text) {
      const session = connection.session()
      const { State, message } = connection.state()
      if (State === 'off') throw new Unavailable(phrase('messages.mqttOff'))
      if (!session) throw new Unavailable(phrase('messages.mqttNotConnected', message))
      await session.publish({ topic, text, retain: false })
      published++
      lastPublished = { topic, at: clock.now() }
    },
    async [Symbol.asyncDispose]() {
      soon?.[Symbol.dispose]()
      minute?.[Symbol.dispose]()
      commands[Symbol.dispose]()
      for (const one of watched) one[Symbol.dispose]()
      await connection[Symbol.asyncDispose]()
    },
  }
}

const hasInternet = (device: Device): boolean =>
  device.Policies.includes('wan') && !isDisabled(device) && !device.Policies.includes('quarantine')

interface Total {
  readonly received: number
  readonly sent: number
  readonly at: number
}

/** Bytes since the counters began, and bytes a second since the last time. A counter may begin again from 0. */
function trafficText(before: Total | undefined, now: Total): string {
  const rate = (field: 'received' | 'sent'): number =>
    before && now.at > before.at && now[field] >= before[field]
      ? Math.round((now[field] - before[field]) / ((now.at - before.at) / 1000))
      : 0
  return JSON.stringify({
    download: now.received,
    upload: now.sent,
    download_rate: rate('received'),
    upload_rate: rate('sent'),
  })
}

/** CONNACK return codes. MQTT 3.1.1 §3.2.2.3. */
function refusalOf(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (code === 4 || code === 5)
    return new FailedAttempt(phrase('messages.brokerCredentialsRefused'), { field: 'Username', cause: error })
  if (typeof code === 'number')
    return new FailedAttempt(phrase('messages.brokerRefusal', code), { field: '', cause: error })
  return error
}
