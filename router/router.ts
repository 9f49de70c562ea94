import { isFromPublicUplink, isOwnHost } from './callers.ts'
import { entranceDriver } from './drivers/entrance/driver.ts'
import { linksDriver } from './drivers/links/driver.ts'
import { closeFirst } from './drivers/nft/closed.ts'
import { nftDriver } from './drivers/nft/driver.ts'
import { openPass, type Pass } from './drivers/pass.ts'
import { resolverDriver } from './drivers/resolver/driver.ts'
import { savedLease, uplinkDriver } from './drivers/uplink/driver.ts'
import { openBus } from './events/bus.ts'
import { openProofs } from './features/access/proofs.ts'
import { openTrail } from './features/audit/trail.ts'
import { openConfirmations } from './features/confirm/confirmation.ts'
import { announceMap } from './features/devices/announce.ts'
import { openExpiry } from './features/devices/expiry.ts'
import { openGrants } from './features/dhcp/grants.ts'
import { hostName } from './features/info/hostname.ts'
import { additionalNets } from './features/links/address.ts'
import { uplinkLink } from './features/links/interface.ts'
import { raiseLinks } from './features/links/state.ts'
import { readJournal } from './features/logs/journal.ts'
import { openLog } from './features/logs/log.ts'
import { openRing } from './features/logs/ring.ts'
import { ownName } from './features/multicast/settings.ts'
import { openFollowing } from './features/names/following.ts'
import { lostSecrets } from './features/recovery/lost.ts'
import { openRenewal } from './features/tls/renewal.ts'
import { openTrafficSampler } from './features/traffic/sampler.ts'
import { watchFlows } from './features/traffic/watch.ts'
import { conflictOf } from './features/uplink/address.ts'
import { openOutageBook } from './features/wan/book.ts'
import { openSpeedTests } from './features/wan/speedtest.ts'
import { watchUplinks } from './features/wan/watch.ts'
import type { Clock, Machine } from './machine/machine.ts'
import { operations } from './operations.ts'
import { type RouterOptions, unknownLinks } from './options.ts'
import { learnPresence } from './presence/learn.ts'
import { watchLinks } from './presence/links.ts'
import { openDhcpServer } from './servers/dhcp/server.ts'
import { openResolver } from './servers/dns/resolver.ts'
import { openHttp } from './servers/http/server.ts'
import { openSocketApi } from './servers/http/sockets.ts'
import { openMulticastRelay } from './servers/multicast/relay.ts'
import { type Database, openDatabase } from './store/database.ts'
import { openHistory } from './store/history.ts'
import { type Ledger, openLedger } from './store/ledger.ts'
import { openVault } from './store/vault.ts'

const COPY_MS = 3600_000

/** Every part, built once, in order: closed firewall, saved state, the machine put right, and only then services. */
export async function openRouter(machine: Machine, options: RouterOptions): Promise<AsyncDisposable> {
  const { data, version, journalUnit } = options
  const { clock } = machine
  const ring = openRing()
  const log = openLog({ clock, print: options.log, ...(journalUnit === undefined ? { ring } : {}) })
  const readLog = () => (journalUnit === undefined ? ring.entries() : readJournal(machine, journalUnit))
  const onFailure = (what: string, error: unknown): void => log.note(`${what}: ${describe(error)}`, 'error')
  await using opened = new AsyncDisposableStack()

  await closeFirst(machine)
  const database = opened.use(openDatabase(`${data}/state.db`))
  const ledger = openLedger()
  const { facts } = ledger
  ledger.post(database.load())
  opened.use(keepCopies(database, clock, (work) => pass.between(work), onFailure))
  const history = opened.use(openHistory({ path: `${data}/history.db`, clock, onFailure }))
  // What an uplink was given belongs to this run of the machine, and survives only restarts of the router.
  const boot = machine.readFile('/proc/sys/kernel/random/boot_id')?.trim() ?? 'boot'
  const runDirectory = `${data}/run/${boot}`
  await learnAll(machine, ledger, options, runDirectory)

  const bus = openBus((error, topic) => onFailure(`a listener to ${topic} failed`, error))
  const resolver = opened.use(openResolver({ clock, bus, onFailure, authorities: options.authorities }))
  const uplinks = opened.use(
    uplinkDriver(
      machine,
      runDirectory,
      (link) => facts.links.get(link),
      (link, lease) => {
        pass
          .change((draft) => (lease ? draft.uplinkLeases.put(link, lease) : draft.uplinkLeases.remove(link)))
          .then(() => {
            const additional = additionalNets(facts.interfaces.values()).map(({ net }) => net)
            const conflict = lease && conflictOf(lease.address, [...pass.network.frame.nets, ...additional])
            if (conflict) throw new Error(`${lease.address} ${conflict}`)
          })
          .catch((error) => onFailure(`the address of ${link} cannot be used`, error))
      },
    ),
  )
  const vault = openVault(machine, `${data}/vault.key`)
  for (const lost of lostSecrets(facts, vault))
    log.note(
      `lost: ${lost}, not sealed with the key in ${data}/vault.key; bring the old key back, or make it anew`,
      'error',
    )
  const entrance = entranceDriver(vault)
  const proofs = openProofs({ facts, clock, vault })
  const drivers = [nftDriver(machine), linksDriver(machine), resolverDriver(resolver), uplinks, entrance]
  const pass: Pass = opened.use(openPass({ machine, ledger, database, drivers, bus, onFailure }))
  const { change } = pass
  const network = () => pass.network
  await pass.converge()
  await pass.endForbidden()
  log.note('sallyport: enforcing')

  opened.use(
    watchLinks(machine, facts, change, (names) => {
      const { frame } = pass.network
      const lasting = [
        ...frame.wired,
        ...frame.uplinks.map(({ link }) => link),
        ...frame.vlans.map(({ parent }) => parent),
        ...frame.customs.map(({ link }) => link),
      ]
      if (names.some((name) => lasting.includes(name))) void pass.converge()
    }),
  )
  const grants = opened.use(openGrants({ facts, change, network, drift: () => pass.drift, bus, clock }))
  opened.use(pass.watch((entries) => grants.learn(entries)))
  const trail = openTrail({ database: history, clock })
  opened.use(pass.watch(trail.hear))
  opened.use(openDhcpServer({ machine, facts, network, grants }))
  const relay = opened.use(openMulticastRelay({ machine, facts, network, onFailure }))
  opened.use(pass.watch((entries) => relay.learn(entries)))
  const following = opened.use(openFollowing({ facts, change, clock, resolver }))
  opened.use(pass.watch((entries) => following.learn(entries)))
  opened.use(hostName({ machine, facts }).keep(pass.watch, onFailure))
  opened.use(openExpiry({ facts, change, bus, clock }))
  opened.use(announceMap({ bus, facts, clock }))
  opened.use(
    pass.watch((entries) => {
      raiseLinks(machine, facts, entries).catch((error) => onFailure('a link could not be set up again', error))
    }),
  )
  const confirmations = opened.use(openConfirmations({ facts, change, bus, clock }))
  const sampler = opened.use(openTrafficSampler({ machine, database: history, minuteMs: options.minuteMs }))
  const flows = opened.use(watchFlows({ machine, facts }))
  const book = openOutageBook(history)
  const uplinksNow = () => pass.network.frame.uplinks
  const uplinkWatch = opened.use(watchUplinks({ facts, change, uplinks: uplinksNow, machine, book, bus, onFailure }))
  opened.use(pass.watch((entries) => uplinkWatch.learn(entries)))
  const speedTests = openSpeedTests({ machine, bus })

  const apiPorts = (): string[] => [options.port, ...(facts.setting('tls') ? [options.securePort] : [])].map(String)
  const parts = { api: () => true, dhcp: () => true, dns: () => resolver.stats().deaf === undefined }
  const { api, sockets } = operations({
    machine,
    facts,
    proofs,
    pass,
    bus,
    confirmations,
    grants,
    lookUp: (name) => resolver.lookUp(name),
    sampler,
    trail,
    flows,
    uplinkWatch,
    speedTests,
    version,
    parts,
    readLog,
    vault,
    options,
    apiPorts,
  })
  for (const [name, served] of Object.entries(sockets)) {
    const directory = `${data}/state/${name}`
    machine.makeDirectory(directory)
    opened.use(await openSocketApi({ machine, bus, operations: served, path: `${directory}/apisock`, mode: 0o600 }))
  }
  const http = opened.use(
    await openHttp({
      machine,
      bus,
      facts,
      proofs,
      operations: api,
      described: Object.values(sockets).flatMap((served) => served.map(({ operation }) => operation)),
      port: options.port,
      securePort: options.securePort,
      ...(options.console ? { local: options.console } : {}),
      ...(options.webRoot ? { webRoot: options.webRoot } : {}),
      isOwnHost: (name) => isOwnHost(pass.network, name) || name === ownName(facts.setting('multicast')),
      isFromUplink: (address) => isFromPublicUplink(pass.network, address),
    }),
  )
  await entrance.attach(http.secure).catch((error) => onFailure('HTTPS is not answered', error))
  opened.use(openRenewal({ facts, change, watch: pass.watch, clock, vault, onFailure }))
  opened.use(log.hear(bus))
  log.note('sallyport: answering')
  return opened.move()
}

/** A copy of the state, now and every so often: what a router goes back to whose state is damaged. */
function keepCopies(
  database: Pick<Database, 'keepCopy'>,
  clock: Clock,
  between: Pass['between'],
  onFailure: (what: string, error: unknown) => void,
): Disposable {
  let timer: Disposable
  const keep = (): void => {
    try {
      database.keepCopy()
    } catch (error) {
      onFailure('no copy of the state could be kept', error)
    }
    // SQLite copies nothing while a transaction is open.
    timer = clock.after(COPY_MS, () => void between(keep))
  }
  keep()
  return { [Symbol.dispose]: () => timer[Symbol.dispose]() }
}

/** Links named at the start that are not remembered, who is here by the kernel's account, and what uplinks were given. */
async function learnAll(machine: Machine, ledger: Ledger, options: RouterOptions, runDirectory: string): Promise<void> {
  const { facts } = ledger
  const unknown = unknownLinks(facts, options)
  ledger.post(
    ledger.draw((draft) => {
      for (const link of unknown) draft.interfaces.put(link.Name, link)
    }),
  )
  const learned = await learnPresence(machine, facts)
  ledger.post(
    ledger.draw((draft) => {
      learned(draft)
      for (const link of facts.interfaces.values()) {
        const lease = link.Type === 'Uplink' ? savedLease(machine, runDirectory, uplinkLink(link)) : undefined
        if (lease) draft.uplinkLeases.put(lease.link, lease)
      }
    }),
  )
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.message}${error.cause ? ` (${describe(error.cause)})` : ''}` : String(error)
